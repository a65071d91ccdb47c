import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../kit/actions/useAction.ts'
import { downloadList } from '../../kit/lists/downloadCsv.ts'

/** In the menu of a list: downloads it, with its filters, in one of several formats of other programs. */
export function ExportItems({ plural, query, formats }: Props) {
  const { t } = useTranslation()
  const { run } = useAction({ failed: t('tracking:history.exportFailed') })
  return formats.map((format) => (
    <Menu.Item key={format} onClick={() => run(() => downloadList(plural, query, format))}>
      {t(`tracking:history.${format}`)}
    </Menu.Item>
  ))
}

type Props = {
  plural: string
  query: Parameters<typeof downloadList>[1]
  formats: readonly ('gpx' | 'kml' | 'geojson')[]
}
