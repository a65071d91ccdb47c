import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useSearchParams } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useMayChange } from '../../core/useAdministers.ts'
import { Attachments } from '../../files/attachments/Attachments.tsx'
import { choiceOf } from '../../kit/forms/labels.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { PlaceLinks } from '../../kit/ui/PlaceLinks.tsx'
import { EventFacts } from '../history/EventFacts.tsx'
import classes from '../history/Events.module.css'
import { keys } from '../keys.ts'
import { boundariesOf } from '../kit/queries.ts'
import { nameOf } from '../kit/state.ts'
import type { Tracker, TrackerEvent } from '../types.ts'
import { Status } from './useTrackerColumns.tsx'

const EventMap = lazy(() => import('../history/EventMap.tsx'))
const again = 30_000

/** The tracker of `?id=` with its status and links; without an id, the list of trackers. */
export function TrackerPage() {
  const { t } = useTranslation()
  const id = Number(useSearchParams()[0].get('id')) || 0
  const query = useQuery({
    queryKey: keys.latestEvent(id),
    queryFn: () => readLatest(id),
    refetchInterval: again,
    staleTime: 0,
    enabled: id > 0,
  })
  if (id <= 0) return <Navigate to={paths.trackers()} replace />
  return (
    <Loaded query={query} title={t('tracking:trackers.editTitle')}>
      {(data) => <Shown key={id} {...data} />}
    </Loaded>
  )
}

function Shown({ tracker, event }: Latest) {
  const { t } = useTranslation()
  const { data: boundaries = [] } = useQuery(boundariesOf(tracker.organisation_id))
  const mayEdit = useMayChange(tracker.organisation_id)(tracker)
  const { id, number, type, owner_name } = tracker
  const methods: [path: string, label: string][] = [
    [paths.map({ tracker: id }), t('tracking:trackers.map')],
    [paths.replay({ tracker: id }), t('tracking:panel.replay')],
    [paths.events({ tracker: id }), t('menu.history')],
    [paths.settings({ tab: 'alerts', tracker: id }), t('tracking:connect.alerts')],
  ]
  return (
    <Page
      title={nameOf(tracker)}
      width="record"
      actions={
        <>
          {methods.map(([path, label]) => (
            <Button key={path} component={Link} to={path} variant="default">
              {label}
            </Button>
          ))}
          {mayEdit && (
            <Button component={Link} to={paths.trackerEdit({ id })}>
              {t('tracking:connect.edit')}
            </Button>
          )}
        </>
      }
    >
      <Facts
        facts={[
          [t('tracking:fields.tracker.number'), number],
          [t('tracking:fields.tracker.type'), choiceOf(t, type)],
          [t('tracking:fields.tracker.state'), <Status key="state" tracker={tracker} now={Date.now()} />],
          ...(owner_name ? [[t('tracking:fields.tracker.owner_name'), owner_name] as [string, string]] : []),
        ]}
      />
      <Section title={t('tracking:connect.latest')} apart>
        {event?.position && <PlaceLinks position={event.position.coordinates} heading={event.heading} />}
        {event ? (
          <div className={classes.event}>
            <EventFacts event={event} tracker={tracker} boundaries={boundaries} />
            {event.position && (
              <div className={classes.map}>
                <Suspense>
                  <EventMap key={event.id} event={event} position={event.position} boundaries={boundaries} />
                </Suspense>
              </div>
            )}
          </div>
        ) : (
          <p>{t('tracking:state.never')}</p>
        )}
      </Section>
      <Attachments
        subject={{ tracker_id: id }}
        organisation_id={tracker.organisation_id}
        mayAdd={mayEdit}
        text={t('files:attachments.of_tracker')}
        apart
      />
    </Page>
  )
}

async function readLatest(id: number): Promise<Latest> {
  const { data: tracker } = await guarded(client.read('tracker', id))
  const { data: events } = await guarded(client.list('trackerevent', { tracker_id: id, sort: '-fix_at', limit: 1 }))
  return { tracker, event: events[0] ?? null }
}

type Latest = { tracker: Tracker; event: TrackerEvent | null }
