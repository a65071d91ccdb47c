import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadList } from '../../kit/lists/downloadCsv.ts'
import type { Filters } from '../../kit/lists/useListQuery.ts'
import { showFailure } from '../../kit/ui/showToast.ts'

const formats = ['gpx', 'kml', 'geojson'] as const

/** Exports the filtered events as a file for other programs. */
export function ExportTracks({ query }: { query: Filters }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const fetchAs = async (format: string) => {
    setBusy(true)
    await downloadList('trackerevents', query, format).catch((error) =>
      showFailure(error, t('tracking:history.exportFailed')),
    )
    setBusy(false)
  }
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" loading={busy}>
          {t('tracking:history.export')}
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
