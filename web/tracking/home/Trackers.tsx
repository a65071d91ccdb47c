import { Anchor, Skeleton, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import type { Row } from '../fleet/list/rows.ts'
import { StateMark } from '../fleet/StateMark.tsx'
import { nameOf, type State } from '../fleet/state.ts'
import { useStatusText } from '../fleet/useStatusText.ts'
import classes from './Home.module.css'
import { StateBar } from './StateBar.tsx'

const max = 10

/** Counts by status, and the most urgent trackers. */
export function Trackers({ rows, counts, failed = false, now }: Props) {
  const { t } = useTranslation()
  const shown = rows.slice(0, max)
  const total = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0)
  const statusText = useStatusText()
  return (
    <section className={classes.card} aria-labelledby="home-trackers" aria-busy={counts === null}>
      <div className={classes.head}>
        <Title order={2} size="h5" id="home-trackers">
          {t('tracking:home.trackers')}
        </Title>
        <Anchor component={Link} to={paths.trackers()} size="sm">
          {t('tracking:home.allTrackers')}
        </Anchor>
      </div>
      {counts === null ? (
        <Skeleton height={120} />
      ) : (
        <>
          <StateBar counts={counts} />
          <ul className={classes.lines}>
            {shown.map((row) => (
              <li key={row.tracker.id}>
                <Link className={classes.line} to={paths.map({ tracker: row.tracker.id })}>
                  <StateMark state={row.state} offline={row.offline} />
                  <span className={classes.name}>{nameOf(row.tracker)}</span>
                  <span className={classes.quiet} data-state={row.state}>
                    {statusText(row, now)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          {failed && <p className={classes.none}>{t('tracking:home.failed')}</p>}
          {total > shown.length && (
            <Anchor component={Link} to={paths.map()} size="sm">
              {t('tracking:home.more', { count: total - shown.length })}
            </Anchor>
          )}
        </>
      )}
    </section>
  )
}

type Props = {
  /** In order of urgency; may be incomplete. */
  rows: Row[]
  /** Null while loading. */
  counts: Record<State, number> | null
  failed?: boolean
  now: number
}
