import schema from 'virtual:resource/mytrip'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { useBulk } from '../../kit/lists/useBulk.ts'
import { usePlaces } from '../movement/usePlaces.tsx'
import { useValues } from '../movement/values.ts'
import { MyPrivacy } from '../privacy/MyPrivacy.tsx'

/** What a driver has driven, and which of it is private. */
export function MyTripsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { moment, time } = useTimes()
  const now = useNow(60_000)
  const text = useValues()
  const { begin, end } = usePlaces()
  const { busy, run } = useBulk('mytrip')
  const say = (is_private: boolean) => (trip: Trip) =>
    client.act('POST mytrip/private', { id: trip.id, private: is_private })
  return (
    <ListPage
      title={t('tracking:myTrips.title')}
      text={`${t('tracking:myTrips.text')} ${t('tracking:myTrips.rule')}`}
      links={[
        { to: paths.myShifts(), label: t('tracking:plans.mine') },
        { to: paths.views(), label: t('tracking:views.title') },
      ]}
      resource="mytrip"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'began_at', show: ({ began_at }) => moment(began_at) },
        { name: 'tracker_id', show: ({ tracker_name }) => tracker_name },
        { name: 'begin_place', show: begin },
        { name: 'ended_at', show: ({ ended_at }) => (ended_at ? time(ended_at, now) : t('tracking:activity.now')) },
        { name: 'end_place', show: end },
        { name: 'distance_m', end: true, show: ({ distance_m }) => text(distance_m, 'distance') },
        { name: 'duration_s', end: true, show: ({ duration_s }) => text(duration_s, 'duration') },
        {
          name: 'private',
          show: (trip: Trip) =>
            (trip.marked || (trip.markable && !trip.private)) && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={busy}
                onClick={() => run([trip], say(!trip.marked))}
              >
                {t(trip.marked ? 'tracking:myTrips.open' : 'tracking:myTrips.mark')}
              </Button>
            ),
        },
      ]}
      nameOf={({ tracker_name, began_at }) => `${tracker_name}, ${moment(began_at)}`}
      empty={t('tracking:myTrips.empty')}
    >
      <MyPrivacy organisation_id={organisation_id} />
    </ListPage>
  )
}

type Trip = Row<'mytrip'>
