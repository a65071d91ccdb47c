import { Button, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../kit/actions/useAction.ts'
import { downloadList } from '../../kit/lists/downloadCsv.ts'

/** Downloads a list, with its filters, in one of several formats of other programs. */
export function ExportMenu({ plural, query, formats, label }: Props) {
  const { t } = useTranslation()
  const { busy, run } = useAction({ failed: t('tracking:history.exportFailed') })
  const fetchAs = (format: string) => run(() => downloadList(plural, query, format))
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
