import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadList } from '../../kit/lists/downloadCsv.ts'
import { showFailure } from '../../kit/ui/showToast.ts'

const formats = ['geojson', 'kml'] as const

/** Exports all boundaries, with their rules, as a file that the editor and other programs read. */
export function ExportBoundaries({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const fetchAs = async (format: string) => {
    setBusy(true)
    await downloadList('boundaries', { organisation_id }, format).catch((error) =>
      showFailure(error, t('tracking:history.exportFailed')),
    )
    setBusy(false)
  }
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" loading={busy}>
          {t('tracking:boundaries.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => fetchAs(format)}>
            {t(`tracking:history.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
