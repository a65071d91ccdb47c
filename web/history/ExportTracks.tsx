import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { downloadList } from '../lists/downloadCsv.ts'
import type { Filters } from '../lists/useListQuery.ts'
import { sayFailed } from '../ui/say.ts'
import { useHistoryWords } from './words.ts'

const formats = ['gpx', 'kml', 'geojson'] as const

/** Everything that the filters let through, for other programs. */
export function ExportTracks({ query }: { query: Filters }) {
  const { t } = useHistoryWords()
  const [busy, setBusy] = useState(false)
  const fetchAs = async (format: string) => {
    setBusy(true)
    await downloadList('trackerevents', query, format).catch((error) => sayFailed(error, t('exportFailed')))
    setBusy(false)
  }
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" loading={busy}>
          {t('export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => fetchAs(format)}>
            {t(format)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
