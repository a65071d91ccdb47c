import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useSearchParams } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { PlaceLinks } from '../../kit/ui/PlaceLinks.tsx'
import { keys } from '../keys.ts'
import { boundariesOf } from '../kit/queries.ts'
import { nameOf } from '../kit/state.ts'
import type { Tracker, TrackerEvent } from '../types.ts'
import { ChangeEvent } from './ChangeEvent.tsx'
import { EventFacts } from './EventFacts.tsx'
import classes from './Events.module.css'

const EventMap = lazy(() => import('./EventMap.tsx'))

/** The event of `?id=` with its map; without an id, the history. */
export function EventPage() {
  const { t } = useTranslation()
  const id = Number(useSearchParams()[0].get('id')) || 0
  const query = useQuery({ queryKey: keys.event(id), queryFn: () => readEvent(id), staleTime: 60_000, enabled: id > 0 })
  if (id <= 0) return <Navigate to={paths.events()} replace />
  return (
    <Loaded query={query} title={t('tracking:history.eventTitle')} missing={t('tracking:replay.failed')}>
      {(data) => <Event key={id} {...data} />}
    </Loaded>
  )
}

function Event({ event, tracker }: { event: TrackerEvent; tracker: Tracker }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { data: boundaries = [] } = useQuery(boundariesOf(event.organisation_id))
  const title = t('tracking:history.eventOf', { tracker: nameOf(tracker), time: moment(event.fix_at, true) })
  const actions = (
    <>
      <ChangeEvent event={event} />
      <Button component={Link} variant="default" to={paths.map({ tracker: tracker.id })}>
        {t('tracking:history.onMap')}
      </Button>
      <Button component={Link} to={paths.replay({ tracker: tracker.id, t: event.fix_at })}>
        {t('tracking:history.replayAt')}
      </Button>
    </>
  )
  return (
    <Page title={title} actions={actions} width="record">
      {event.position && <PlaceLinks position={event.position.coordinates} heading={event.heading} />}
      <div className={classes.event}>
        <div>
          <EventFacts event={event} tracker={tracker} boundaries={boundaries} />
          <Anchor component={Link} size="sm" to={paths.explain({ tracker: tracker.id, at: event.fix_at })}>
            {t('tracking:explain.ask')}
          </Anchor>
        </div>
        <div className={classes.map}>
          {event.position ? (
            <Suspense>
              <EventMap event={event} position={event.position} boundaries={boundaries} />
            </Suspense>
          ) : (
            <div className={classes.nowhere}>{t('tracking:history.noPosition')}</div>
          )}
        </div>
      </div>
    </Page>
  )
}

async function readEvent(id: number): Promise<{ event: TrackerEvent; tracker: Tracker }> {
  const { data: event } = await guarded(client.read('trackerevent', id))
  const { data: tracker } = await guarded(client.read('tracker', event.tracker_id))
  return { event, tracker }
}
