import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { StateMark } from '../kit/StateMark.tsx'
import { type State, states } from '../kit/state.ts'
import classes from './Home.module.css'

/** Stacked bar of trackers by status, with counts that lead to the list. */
export function StateBar({ counts }: { counts: Record<State, number> }) {
  const { t, i18n } = useTranslation()
  const there = states.filter((state) => counts[state] > 0)
  return (
    <div>
      <div className={classes.bar} aria-hidden="true">
        {there.map((state) => (
          <span key={state} style={{ flexGrow: counts[state] }} data-state={state} />
        ))}
      </div>
      <ul className={classes.counts} aria-label={t('tracking:home.states')}>
        {there.map((state) => (
          <li key={state}>
            <Link to={paths.trackers({ status: state })}>
              <StateMark state={state} />
              {t('tracking:home.stateOf', {
                state: t(`tracking:state.${state}`),
                number: counts[state].toLocaleString(i18n.language),
              })}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
