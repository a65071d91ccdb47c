import schema from 'virtual:resource/segment'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { List } from '../../kit/lists/List.tsx'
import type { Column } from '../../kit/lists/Table.tsx'
import { useBulk } from '../../kit/lists/useBulk.ts'
import { usePlaces } from '../movement/usePlaces.tsx'
import { useValues } from '../movement/values.ts'

/** Trips of a driver, or those without one, which are given to a driver by a press. */
export function DriverTrips({ organisation_id, driver_id, gives, confirms = false }: Props) {
  const { t } = useTranslation()
  const { moment, time } = useTimes()
  const now = useNow(60_000)
  const text = useValues()
  const { begin, end } = usePlaces()
  const { busy, run } = useBulk('segment')
  const give = (trip: Trip) =>
    client.create('drivershift', {
      tracker_id: trip.tracker_id,
      driver_id: gives!.id,
      began_at: trip.began_at,
      ended_at: trip.ended_at,
    })
  const giveLikely = (trip: Trip) =>
    client.create('drivershift', {
      tracker_id: trip.tracker_id,
      driver_id: trip.group_plan!.driver_id!,
      began_at: trip.began_at,
      ended_at: trip.ended_at,
    })
  const showLikely = (trip: Trip) => {
    const { driver_name = null, open_because = null } = trip.group_plan ?? {}
    if (!driver_name) return open_because && t(`tracking:plans.open.${open_because}`)
    if (!confirms) return t('tracking:plans.likely', { name: driver_name })
    return (
      <Button
        size="compact-sm"
        variant="light"
        disabled={busy}
        aria-label={t('tracking:plans.giveLikely', { name: driver_name })}
        onClick={() => run([trip], giveLikely)}
      >
        {driver_name}
      </Button>
    )
  }
  const columns: Column<'segment'>[] = [
    { name: 'tracker_id', show: ({ tracker_name }) => tracker_name },
    ...(gives
      ? [
          {
            name: 'driver_id' as const,
            show: (trip: Trip) => (
              <Button size="compact-sm" variant="default" disabled={busy} onClick={() => run([trip], give)}>
                {gives.name}
              </Button>
            ),
          },
        ]
      : []),
    ...(driver_id ? [] : [{ name: 'group_plan' as const, show: showLikely }]),
    { name: 'began_at', show: ({ began_at }) => moment(began_at) },
    { name: 'begin_place', show: begin },
    { name: 'ended_at', show: (trip) => (trip.ended_at ? time(trip.ended_at, now) : t('tracking:activity.now')) },
    { name: 'end_place', show: end },
    { name: 'distance_m', end: true, show: ({ distance_m }) => text(distance_m, 'distance') },
    { name: 'duration_s', end: true, show: ({ duration_s }) => text(duration_s, 'duration') },
  ]
  return (
    <List
      resource="segment"
      schema={schema}
      filters={{ organisation_id, kind: 'trip', ...(driver_id ? { driver_id } : { has_driver: false }) }}
      columns={columns}
      nameOf={({ tracker_name, began_at }) => `${tracker_name}, ${moment(began_at)}`}
      open={({ tracker_id, began_at }) => paths.replay({ tracker: tracker_id, t: began_at })}
      bulk={gives ? [{ label: t('tracking:drivers.give', { name: gives.name }), run: give }] : []}
      empty={t(driver_id ? 'tracking:record.noTrips' : 'tracking:drivers.allDriven')}
    />
  )
}

type Trip = Row<'segment'>
type Props = {
  organisation_id: number
  /** Without one: trips that have none. */
  driver_id?: number
  /** The driver to whom trips are given. */
  gives?: { id: number; name: string } | null
  /** Whether who is likely by a plan is confirmed by a press. */
  confirms?: boolean
}
