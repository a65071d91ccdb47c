import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadList } from '../../kit/lists/downloadCsv.ts'
import { showFailure } from '../../kit/ui/showToast.ts'

/** Downloads a list, with its filters, in one of several formats of other programs. */
export function ExportMenu({ plural, query, formats, label }: Props) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const fetchAs = async (format: string) => {
    setBusy(true)
    await downloadList(plural, query, format).catch((error) => showFailure(error, t('tracking:history.exportFailed')))
    setBusy(false)
  }
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" loading={busy}>
          {label}
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

type Props = {
  plural: string
  query: Parameters<typeof downloadList>[1]
  formats: readonly ('gpx' | 'kml' | 'geojson')[]
  label: string
}
