import schema from 'virtual:resource/segment'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { paths } from '../../../core/paths.ts'
import { useTimes } from '../../../kit/format/useTimes.ts'
import { useUnits } from '../../../kit/format/useUnits.ts'
import { List } from '../../../kit/lists/List.tsx'
import type { Column } from '../../../kit/lists/Table.tsx'
import { usePlaces } from '../../movement/usePlaces.tsx'
import { useValues } from '../../movement/values.ts'
import { Why } from '../../movement/Why.tsx'

/** The trips of a tracker, newest first; each leads to its replay. */
export function Trips({ tracker_id, organisation_id, now }: Props) {
  const { t } = useTranslation()
  const { moment, time } = useTimes()
  const { speedFigure, speedUnit } = useUnits()
  const text = useValues()
  const { begin, end } = usePlaces()
  const columns: Column<'segment'>[] = [
    { name: 'began_at', show: ({ began_at }) => moment(began_at) },
    { name: 'begin_place', show: begin },
    { name: 'ended_at', show: (trip) => (trip.ended_at ? time(trip.ended_at, now) : t('tracking:activity.now')) },
    { name: 'end_place', show: end },
    {
      name: 'driver_id',
      show: ({ driver_name, driver_planned, group_plan }) => {
        if (group_plan?.driver_name) return t('tracking:plans.likely', { name: group_plan.driver_name })
        return driver_planned && driver_name ? t('tracking:plans.planned', { name: driver_name }) : driver_name
      },
    },
    { name: 'distance_m', end: true, show: ({ distance_m }) => text(distance_m, 'distance') },
    { name: 'duration_s', end: true, show: ({ duration_s }) => text(duration_s, 'duration') },
    {
      name: 'top_speed',
      end: true,
      unit: speedUnit,
      show: ({ top_speed }) => top_speed !== null && speedFigure(top_speed),
    },
    { name: 'distance_source', show: (trip) => <Why facts={trip} name={moment(trip.began_at)} /> },
  ]
  return (
    <List
      resource="segment"
      schema={schema}
      filters={{ organisation_id, tracker_id, kind: 'trip' }}
      columns={columns}
      nameOf={(trip) => moment(trip.began_at)}
      open={(trip: Row<'segment'>) => paths.replay({ tracker: tracker_id, t: trip.began_at })}
      empty={t('tracking:record.noTrips')}
    />
  )
}

type Props = { tracker_id: number; organisation_id: number; now: number }
