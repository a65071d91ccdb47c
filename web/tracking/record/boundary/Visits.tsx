import schema from 'virtual:resource/segment'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../core/paths.ts'
import { useTimes } from '../../../kit/format/useTimes.ts'
import { List } from '../../../kit/lists/List.tsx'
import type { Column } from '../../../kit/lists/Table.tsx'
import { useValues } from '../../movement/values.ts'
import type { Boundary } from '../../types.ts'

/** Who was inside a boundary, and for how long; newest first. */
export function Visits({ boundary: { id, organisation_id }, now }: { boundary: Boundary; now: number }) {
  const { t } = useTranslation()
  const { moment, time } = useTimes()
  const text = useValues()
  const columns: Column<'segment'>[] = [
    { name: 'tracker_id', show: ({ tracker_name }) => tracker_name },
    { name: 'began_at', show: ({ began_at }) => moment(began_at) },
    { name: 'ended_at', show: ({ ended_at }) => (ended_at ? time(ended_at, now) : t('tracking:record.stillInside')) },
    { name: 'duration_s', end: true, show: ({ duration_s }) => text(duration_s, 'duration') },
  ]
  return (
    <List
      resource="segment"
      schema={schema}
      filters={{ organisation_id, boundary_id: id, kind: 'visit' }}
      columns={columns}
      nameOf={({ tracker_name }) => tracker_name}
      open={({ tracker_id, began_at }) => paths.replay({ tracker: tracker_id, t: began_at })}
      empty={t('tracking:record.noVisits')}
    />
  )
}
