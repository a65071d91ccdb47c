import { Anchor, Skeleton, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Row } from '../fleet/rows.ts'
import { StateMark } from '../fleet/StateMark.tsx'
import { nameOf, type State } from '../fleet/state.ts'
import { useHappened } from '../fleet/useHappened.ts'
import classes from './Home.module.css'
import { StateBar } from './StateBar.tsx'
import { useHomeWords } from './words.ts'

const most = 10

/** How many there are of each state, and the most urgent by name. */
export function Trackers({ rows, counts, loading, now }: Props) {
  const { t } = useHomeWords()
  const happened = useHappened()
  return (
    <section className={classes.card} aria-labelledby="home-trackers" aria-busy={loading}>
      <div className={classes.head}>
        <Title order={2} size="h5" id="home-trackers">
          {t('trackers')}
        </Title>
        <Anchor component={Link} to="/app/trackers" size="sm">
          {t('allTrackers')}
        </Anchor>
      </div>
      {loading ? (
        <Skeleton height={120} />
      ) : (
        <>
          <StateBar counts={counts} />
          <ul className={classes.lines}>
            {rows.slice(0, most).map((row) => (
              <li key={row.tracker.id}>
                <Link className={classes.line} to={`/app/map?tracker=${row.tracker.id}`}>
                  <StateMark state={row.state} offline={row.offline} />
                  <span className={classes.name}>{nameOf(row.tracker)}</span>
                  <span className={classes.quiet} data-state={row.state}>
                    {happened(row, now)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          {rows.length > most && (
            <Anchor component={Link} to="/app/map" size="sm">
              {t('more', { count: rows.length - most })}
            </Anchor>
          )}
        </>
      )}
    </section>
  )
}

type Props = { rows: Row[]; counts: Record<State, number>; loading: boolean; now: number }
