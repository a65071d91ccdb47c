import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePreferences } from '../../../core/usePreferences.ts'
import { toPeriod } from '../../../kit/format/format.ts'
import { useTimes } from '../../../kit/format/useTimes.ts'
import { dayOf } from '../../../kit/format/zoned.ts'
import { replayOf } from '../../alerts/useAlertColumns.tsx'
import { Bars } from '../../home/Bars.tsx'
import classes from './Rehearsal.module.css'
import { type Rehearsed, type RehearsedAlert, useRehearsal } from './useRehearsal.ts'

/**
 * Which alerts the boundary that is being drawn would have raised in the last weeks.
 *
 * @param body the boundary as it would be saved; null without a shape
 * @param onPlaces called with where those alerts would have begun, for the map
 */
export function Rehearsal({ body, onPlaces }: { body: object | null; onPlaces: (places: Places) => void }) {
  const { t } = useTranslation()
  const { whole: rehearsed, done, error, run, stop } = useRehearsal(body && { ...body, days: DAYS })
  const alerts = rehearsed?.alerts
  useEffect(() => onPlaces(alerts?.map(({ lon, lat }) => [lon, lat]) ?? []), [alerts, onPlaces])
  return (
    <section className={classes.rehearsal} aria-label={t('tracking:rehearsal.title')}>
      <Text fw={600} size="sm">
        {t('tracking:rehearsal.title')}
      </Text>
      <Text size="xs" c="dimmed">
        {t('tracking:rehearsal.text', { count: DAYS })}
      </Text>
      {error !== null && <Alert color="red">{error || t('form.unreachable')}</Alert>}
      {rehearsed && !done ? (
        <Running rehearsed={rehearsed} stop={stop} />
      ) : (
        <Button variant="default" size="sm" w="fit-content" disabled={!body} onClick={run}>
          {t(rehearsed ? 'tracking:rehearsal.again' : 'tracking:rehearsal.run')}
        </Button>
      )}
      {rehearsed && done && <Result rehearsed={rehearsed} />}
    </section>
  )
}

function Running({ rehearsed: { trackers, of, alerts }, stop }: { rehearsed: Rehearsed; stop: () => void }) {
  const { t } = useTranslation()
  return (
    <Stack gap={6} role="status">
      <Progress value={of === 0 ? 0 : (100 * trackers) / of} aria-label={t('tracking:rehearsal.title')} />
      <Group justify="space-between">
        <Text size="sm">{t('tracking:rehearsal.progress', { trackers, of, alerts: alerts.length })}</Text>
        <Button variant="subtle" size="compact-sm" onClick={stop}>
          {t('tracking:rehearsal.stop')}
        </Button>
      </Group>
    </Stack>
  )
}

function Result({ rehearsed }: { rehearsed: Rehearsed }) {
  const { t } = useTranslation()
  const { timezone } = usePreferences()
  const { alerts, trackers, reports, shortened } = rehearsed
  if (reports === 0) return <Text size="sm">{t('tracking:rehearsal.nothing', { count: trackers })}</Text>
  const figures = { trackers: new Set(alerts.map(({ tracker_id }) => tracker_id)).size, of: trackers, reports }
  return (
    <div role="status" className={classes.result}>
      <Text size="sm" fw={600}>
        {alerts.length === 0
          ? t('tracking:rehearsal.none', figures)
          : t('tracking:rehearsal.found', { ...figures, count: alerts.length })}
      </Text>
      {shortened > 0 && (
        <Text size="xs" c="dimmed">
          {t('tracking:rehearsal.shortened', { count: shortened })}
        </Text>
      )}
      {alerts.length > 0 && (
        <>
          <Bars title={t('tracking:rehearsal.byDay')} days={daysOf(alerts, timezone)} failed={false} />
          <Newest alerts={alerts} />
        </>
      )}
    </div>
  )
}

/** The newest alerts, each with the replay of its time. */
function Newest({ alerts }: { alerts: RehearsedAlert[] }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const [most, setMost] = useState(FIRST)
  const now = Date.now()
  const newest = alerts.toSorted((a, b) => Date.parse(b.started_at) - Date.parse(a.started_at))
  return (
    <>
      <ul className={classes.list}>
        {newest.slice(0, most).map((alert) => {
          const { tracker_id, tracker_name, kind, started_at, ended_at } = alert
          const seconds = ((ended_at ? Date.parse(ended_at) : now) - Date.parse(started_at)) / 1000
          return (
            <li key={`${tracker_id} ${started_at}`}>
              <Link to={replayOf(alert, now)}>{tracker_name}</Link>
              <span>
                {t(`tracking:rehearsal.${kind}`, { time: moment(started_at) })} · {toPeriod(seconds)}
              </span>
            </li>
          )
        })}
      </ul>
      {newest.length > most && (
        <Button variant="subtle" size="compact-sm" w="fit-content" onClick={() => setMost(most + MORE)}>
          {t('tracking:rehearsal.more', { count: newest.length - most })}
        </Button>
      )}
    </>
  )
}

/** Alerts of each of the last days, by the clock of the person. */
function daysOf(alerts: RehearsedAlert[], timezone: string): { day: string; count: number }[] {
  const counts = Map.groupBy(alerts, ({ started_at }) => dayOf(started_at, timezone))
  const now = Date.now()
  return Array.from({ length: DAYS }, (_, i) => {
    const day = dayOf(now - (DAYS - 1 - i) * 86_400_000, timezone)
    return { day, count: counts.get(day)?.length ?? 0 }
  })
}

const DAYS = 30
const FIRST = 5
const MORE = 50
export type Places = [number, number][]
