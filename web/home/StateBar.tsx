import { useTranslation } from 'react-i18next'
import { StateMark } from '../fleet/StateMark.tsx'
import { type State, states } from '../fleet/state.ts'
import classes from './Home.module.css'
import { useHomeWords } from './words.ts'

/** All trackers as one bar, cut by state, and the numbers under it. */
export function StateBar({ counts }: { counts: Record<State, number> }) {
  const { t } = useTranslation()
  const { t: words } = useHomeWords()
  const there = states.filter((state) => counts[state] > 0)
  return (
    <div>
      <div className={classes.bar} aria-hidden="true">
        {there.map((state) => (
          <span key={state} style={{ flexGrow: counts[state] }} data-state={state} />
        ))}
      </div>
      <ul className={classes.counts} aria-label={words('states')}>
        {there.map((state) => (
          <li key={state}>
            <StateMark state={state} />
            {words('stateOf', { state: t(`state.${state}`), count: counts[state] })}
          </li>
        ))}
      </ul>
    </div>
  )
}
