import schema from 'virtual:resource/drivershift'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useDispatches } from '../../core/useAdministers.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { List } from '../../kit/lists/List.tsx'
import type { Column } from '../../kit/lists/Table.tsx'

/** Who had which tracker, newest first: of a driver, of a tracker, or with keys that nobody has. */
export function Shifts({ organisation_id, of, keys = false }: Props) {
  const { t } = useTranslation()
  const { moment, time } = useTimes()
  const now = useNow(60_000)
  const dispatches = useDispatches(organisation_id)
  const is_driver = 'driver_id' in of
  const is_tracker = 'tracker_id' in of
  const columns: Column<'drivershift'>[] = [
    ...(is_tracker ? [] : [{ name: 'tracker_id' as const, show: ({ tracker_name }: Shift) => tracker_name }]),
    ...(is_driver || keys ? [] : [{ name: 'driver_id' as const, show: ({ driver_name }: Shift) => driver_name }]),
    { name: 'began_at', show: ({ began_at }) => moment(began_at) },
    { name: 'ended_at', show: ({ ended_at }) => (ended_at ? time(ended_at, now) : t('tracking:activity.now')) },
    { name: 'source', show: ({ source }) => t(`tracking:drivers.sources.${source}`) },
    { name: 'key' },
  ]
  return (
    <List
      resource="drivershift"
      schema={schema}
      filters={{ organisation_id, ...of, ...(keys && { has_driver: false, source: 'key' }) }}
      columns={columns}
      nameOf={({ tracker_name, began_at }) => `${tracker_name}, ${moment(began_at)}`}
      open={({ tracker_id, key, began_at }) =>
        keys && key ? paths.driver({ key }) : paths.replay({ tracker: tracker_id, t: began_at })
      }
      bulk={
        dispatches && !keys
          ? [
              {
                label: t('tracking:drivers.removeShift'),
                fits: ({ source }) => source === 'person',
                single: true,
                run: ({ id }) => client.remove('drivershift', id),
              },
            ]
          : []
      }
      empty={t(keys ? 'tracking:drivers.noKeys' : 'tracking:drivers.noShifts')}
    />
  )
}

type Shift = Row<'drivershift'>
type Props = {
  organisation_id: number
  of: { driver_id: number } | { tracker_id: number } | Record<never, never>
  /** Only those of keys that nobody has: each leads to a new driver with the key. */
  keys?: boolean
}
