import { CloseButton, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { keys } from '../keys.ts'
import type { Tracker } from '../types.ts'
import { MadeLink } from './MadeLink.tsx'
import classes from './Share.module.css'
import { ShareForm } from './ShareForm.tsx'
import type { ShareLink, TripOf } from './subject.ts'

/** Creates and revokes links to a tracker's live position. */
export function ShareLinks({ tracker }: { tracker: Tracker }) {
  const { t } = useTranslation()
  const { id: tracker_id, organisation_id } = tracker
  const [made, setMade] = useState<string | null>(null)
  const open = useQuery({ queryKey: keys.shareLinks(tracker_id), queryFn: () => openLinks(tracker_id), staleTime: 0 })
  const { data: trip } = useQuery({ queryKey: keys.runningTrip(tracker_id), queryFn: () => runningTrip(tracker_id) })
  const [whole, setWhole] = useState(true)
  const { busy, run } = useAction({ after: () => open.refetch(), failed: t('tracking:share.failed') })
  const revoke = async (id: number) => {
    await client.remove('sharelink', id)
    setMade(null)
  }
  const onMade = async (token: string) => {
    setMade(token)
    await open.refetch()
  }
  return (
    <Stack>
      {trip && (
        <SegmentedControl
          fullWidth
          aria-label={t('tracking:share.what')}
          data={[
            { value: 'tracker', label: t('tracking:share.whatTracker') },
            { value: 'trip', label: t('tracking:share.whatTrip') },
          ]}
          value={whole ? 'tracker' : 'trip'}
          onChange={(value) => setWhole(value === 'tracker')}
        />
      )}
      <Text size="sm">{t(trip && !whole ? 'tracking:share.textRunning' : 'tracking:share.text')}</Text>
      <ShareForm
        subject={trip && !whole ? { organisation_id, trip } : { organisation_id, tracker_id }}
        onMade={onMade}
      />
      {made && <MadeLink token={made} feed={!trip || whole} />}
      {open.isError && <Text c="red">{t('tracking:share.listFailed')}</Text>}
      {open.data && open.data.length > 0 && (
        <Links links={open.data} busy={busy} revoke={(id) => run(() => revoke(id), t('tracking:share.revoked'))} />
      )}
    </Stack>
  )
}

function Links({ links, busy, revoke }: { links: ShareLink[]; busy: boolean; revoke: (id: number) => void }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const ofTrip = (began_at: string) => `${t('tracking:share.tripOf', { time: moment(began_at) })}: `
  return (
    <section>
      <Title order={3} size="h6" mb={4}>
        {t('tracking:share.open')}
      </Title>
      <ul className={classes.links}>
        {links.map(({ id, name, expires_at, views, trip_began_at }) => (
          <li key={id}>
            {name && `${name}: `}
            {trip_began_at && ofTrip(trip_began_at)}
            {t('tracking:share.until', { time: moment(expires_at) })}
            {views > 0 && ` · ${t('tracking:share.opened', { count: views })}`}
            <CloseButton aria-label={t('tracking:share.revoke')} disabled={busy} onClick={() => revoke(id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

async function openLinks(tracker_id: number): Promise<ShareLink[]> {
  return (await guarded(client.list('sharelink', { tracker_id, open: true, sort: '-expires_at', limit: 100 }))).data
}

/** The trip on which the tracker is now. */
async function runningTrip(tracker_id: number): Promise<TripOf | null> {
  const query = { tracker_id, kind: 'trip', open: true, sort: '-began_at', limit: 1 } as const
  const [trip] = (await guarded(client.list('segment', query))).data
  return trip && !trip.private ? { id: trip.id, began_at: trip.began_at, runs: true } : null
}
