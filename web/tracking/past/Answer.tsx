import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { toPeriod } from '../../kit/format/format.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { replayOf } from '../alerts/useAlertColumns.tsx'
import type { DrawnArea } from '../boundaries/BoundaryEditor.tsx'
import type { Shape } from '../map/draw/types.ts'
import { saveVisits } from './csv.ts'
import classes from './Past.module.css'
import type { AreaResults, AreaVisit, useAreaVisits } from './useAreaVisits.ts'

/** What was found in an area, and what can be made of it. */
export function Answer({ asked, shape }: { asked: ReturnType<typeof useAreaVisits>; shape: Shape | null }) {
  const { t } = useTranslation()
  const { whole, done, error, stop } = asked
  const answer = useRef<HTMLDivElement>(null)
  const is_found = whole !== null && done
  useEffect(() => {
    // On a phone it is below what is seen of the form.
    if (is_found) answer.current?.scrollIntoView({ block: 'nearest' })
  }, [is_found])
  if (error !== null) return <Alert color="red">{error || t('form.unreachable')}</Alert>
  if (!whole) return null
  if (!done) {
    return (
      <Stack gap={6} role="status">
        <Progress value={100 * whole.share} aria-label={t('tracking:past.title')} />
        <Group justify="space-between">
          <Text size="sm">{t('tracking:past.progress', { count: whole.visits.length })}</Text>
          <Button variant="subtle" size="compact-sm" onClick={stop}>
            {t('tracking:past.stop')}
          </Button>
        </Group>
      </Stack>
    )
  }
  return (
    <div className={classes.answer} ref={answer}>
      <Summary found={whole} />
      <Group gap="xs">
        {whole.visits.length > 0 && (
          <Button variant="default" size="xs" onClick={() => saveVisits(t, whole.visits)}>
            {t('tracking:past.csv')}
          </Button>
        )}
        {shape && (
          <Button
            component={Link}
            to={paths.boundaryEdit()}
            state={{ shape } satisfies DrawnArea}
            variant="default"
            size="xs"
          >
            {t('tracking:past.saveArea')}
          </Button>
        )}
      </Group>
      {whole.visits.length > 0 && <Visits visits={whole.visits} />}
    </div>
  )
}

function Summary({ found: { visits, trackers, is_cut } }: { found: AreaResults }) {
  const { t } = useTranslation()
  const seen = new Set(visits.map(({ tracker_id }) => tracker_id)).size
  return (
    <div role="status">
      <Text size="sm" fw={600}>
        {visits.length === 0
          ? t('tracking:past.none', { count: trackers })
          : t('tracking:past.found', { count: visits.length, trackers: seen, of: trackers })}
      </Text>
      {is_cut && (
        <Text size="xs" c="dimmed">
          {t('tracking:past.cut')}
        </Text>
      )}
    </div>
  )
}

/** The newest visits first, each with the replay of its time. */
function Visits({ visits }: { visits: AreaVisit[] }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const [most, setMost] = useState(FIRST)
  const now = Date.now()
  const newest = visits.toSorted((a, b) => Date.parse(b.began_at) - Date.parse(a.began_at))
  return (
    <>
      <ul className={classes.list}>
        {newest.slice(0, most).map((visit) => {
          const { tracker_id, tracker_name, driver_name, began_at, ended_at, seconds, reports } = visit
          return (
            <li key={`${tracker_id} ${began_at}`}>
              <div className={classes.line}>
                <Link to={replayOf({ tracker_id, started_at: began_at, ended_at }, now)}>{tracker_name}</Link>
                <span>
                  {reports === 0
                    ? t('tracking:past.passed')
                    : ended_at === null
                      ? t('tracking:past.there', { period: toPeriod(seconds) })
                      : toPeriod(seconds)}
                </span>
              </div>
              <div className={classes.line}>
                <span>{moment(began_at)}</span>
                {driver_name && <span className={classes.driver}>{driver_name}</span>}
              </div>
            </li>
          )
        })}
      </ul>
      {newest.length > most && (
        <Button variant="subtle" size="compact-sm" w="fit-content" onClick={() => setMost(most + MORE)}>
          {t('tracking:past.more', { count: newest.length - most })}
        </Button>
      )}
    </>
  )
}

const FIRST = 20
const MORE = 200
