import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useSearchParams } from 'react-router'
import { client, guarded } from '../../../core/api.ts'
import { paths } from '../../../core/paths.ts'
import { useMayChange } from '../../../core/useAdministers.ts'
import { usePreferences } from '../../../core/usePreferences.ts'
import { useNow } from '../../../kit/format/useNow.ts'
import { useTimes } from '../../../kit/format/useTimes.ts'
import { useUnits } from '../../../kit/format/useUnits.ts'
import { Loaded } from '../../../kit/record/Loaded.tsx'
import { RecordFrame, type RecordTab } from '../../../kit/record/RecordFrame.tsx'
import { useRecord } from '../../../kit/record/useRecord.ts'
import { CommandsOfTracker } from '../../commands/CommandsOfTracker.tsx'
import { DriversOfTracker } from '../../drivers/DriversOfTracker.tsx'
import { keys } from '../../keys.ts'
import { useNamedPlace } from '../../kit/places/useNamedPlace.ts'
import { boundariesOf } from '../../kit/queries.ts'
import { nameOf } from '../../kit/state.ts'
import { usePlace } from '../../kit/usePlace.ts'
import { useMovementText } from '../../kit/useStatusText.ts'
import { LendButton } from '../../loans/LendDialog.tsx'
import { LentNote } from '../../loans/LentNote.tsx'
import { MaintenanceOfTracker } from '../../maintenance/MaintenanceOfTracker.tsx'
import { SensorsOfTracker } from '../../sensors/SensorsOfTracker.tsx'
import { ShareLinks } from '../../share/ShareLinks.tsx'
import { useMayShare } from '../../share/useMayShare.ts'
import { ConnectOnce } from '../../trackers/connect/ConnectOnce.tsx'
import { EditTracker } from '../../trackers/EditTracker.tsx'
import type { NewToken } from '../../trackers/newToken.ts'
import { Refused } from '../../trackers/Refused.tsx'
import { Status } from '../../trackers/useTrackerColumns.tsx'
import type { Tracker } from '../../types.ts'
import { WatchLink } from '../../watches/WatchLink.tsx'
import { Device } from './Device.tsx'
import { Overview } from './Overview.tsx'
import { Trips } from './Trips.tsx'
import { weekOf } from './week.ts'

const REFRESH = 30_000

/** The tracker of `?id=`: what it does, its trips, links, settings and device. Without an id, the list of trackers. */
export function TrackerPage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const id = Number(params.get('id')) || 0
  // What is being typed is not replaced by what another has saved.
  const record = useRecord('tracker', params.get('tab') === 'settings' ? {} : { refresh: REFRESH })
  if (id <= 0) return <Navigate to={paths.trackers()} replace />
  return (
    <Loaded query={record} title={t('tracking:trackers.editTitle')}>
      {(tracker) => <Shown key={id} tracker={tracker} />}
    </Loaded>
  )
}

function Shown({ tracker }: { tracker: Tracker }) {
  const { t } = useTranslation()
  const { id, organisation_id } = tracker
  const { timezone } = usePreferences()
  const { ago, time } = useTimes()
  const { speed } = useUnits()
  const place = usePlace()
  const movementText = useMovementText()
  const named = useNamedPlace()
  const now = useNow(REFRESH)
  const [made, setMade] = useState<NewToken | null>(null)
  const mayEdit = useMayChange(organisation_id)(tracker)
  const mayShare = useMayShare(tracker)
  const { data: boundaries = [] } = useQuery(boundariesOf(organisation_id))
  const { data: event } = useQuery(latestOf(id))
  const reported = tracker.seen_at !== null
  const { data: week } = useQuery({ ...weekOf(id, timezone), enabled: reported })
  if (made) return <ConnectOnce tracker={made.tracker} done={() => setMade(null)} />
  const { seen_at, position, battery, owner_name, driver_name, tags, number, movement, active, type } = tracker
  const shared = { tracker, event: event ?? null, boundaries, mayEdit }
  const all: (RecordTab | false)[] = [
    tab('overview', () => event !== undefined && <Overview {...shared} week={week} now={now} />),
    reported && tab('trips', () => <Trips tracker_id={id} organisation_id={organisation_id} now={now} />),
    tab('sensors', () => <SensorsOfTracker tracker={tracker} now={now} />),
    tab('drivers', () => <DriversOfTracker tracker_id={id} organisation_id={organisation_id} />),
    tab('maintenance', () => <MaintenanceOfTracker tracker_id={id} organisation_id={organisation_id} />),
    tab('commands', () => <CommandsOfTracker tracker={tracker} mayEdit={mayEdit} />),
    mayShare && tab('sharing', () => <ShareLinks tracker={tracker} />),
    mayEdit && tab('settings', () => <EditTracker key={tracker.modified_at} tracker={tracker} />),
    (reported || mayEdit) && tab('device', () => <Device {...shared} onToken={setMade} />),
  ]
  return (
    <RecordFrame
      title={nameOf(tracker)}
      state={<Status tracker={tracker} now={now} />}
      actions={
        <>
          <WatchLink tracker={tracker} as="button" />
          <LendButton tracker={tracker} />
          <Button component={Link} to={paths.settings({ tab: 'alerts', tracker: id })} variant="subtle" color="gray">
            {t('tracking:connect.alerts')}
          </Button>
          <Button component={Link} to={paths.events({ tracker: id })} variant="subtle" color="gray">
            {t('menu.history')}
          </Button>
          <Button component={Link} to={paths.replay({ tracker: id })} variant="default">
            {t('tracking:panel.replay')}
          </Button>
        </>
      }
      facts={[
        [
          t('tracking:record.now'),
          movement && active && movementText(movement, type, now, named(position?.coordinates)),
        ],
        [t('tracking:fields.tracker.position'), place(position?.coordinates)],
        [t('tracking:fields.tracker.speed'), (tracker.speed ?? 0) >= 1 && speed(tracker.speed!)],
        [t('tracking:fields.tracker.battery'), battery !== null && `${Math.round(battery)} %`],
        [t('tracking:fields.tracker.seen_at'), seen_at && <span title={time(seen_at, now)}>{ago(seen_at, now)}</span>],
        [t('tracking:fields.tracker.owner_name'), owner_name],
        [t('tracking:fields.tracker.driver_name'), driver_name],
        [t('tracking:fields.tracker.tags'), tags.join(', ')],
        [t('tracking:fields.tracker.number'), number],
      ]}
      tabs={all.filter((each) => each !== false)}
    >
      {mayEdit && <Refused tracker={tracker} />}
      <LentNote tracker_id={id} organisation_id={organisation_id} />
    </RecordFrame>
  )

  function tab(
    name: 'overview' | 'trips' | 'sensors' | 'drivers' | 'maintenance' | 'commands' | 'sharing' | 'settings' | 'device',
    show: RecordTab['show'],
  ): RecordTab {
    return { name, label: t(`tracking:record.tabs.${name}`), show }
  }
}

const latestOf = (id: number) => ({
  queryKey: keys.latestEvent(id),
  queryFn: () => readLatest(id),
  refetchInterval: REFRESH,
  staleTime: 0,
})

async function readLatest(id: number) {
  const { data } = await guarded(client.list('trackerevent', { tracker_id: id, sort: '-fix_at', limit: 1 }))
  return data[0] ?? null
}
