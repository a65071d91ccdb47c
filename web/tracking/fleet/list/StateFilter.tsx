import { useTranslation } from 'react-i18next'
import { StateMark } from '../../kit/StateMark.tsx'
import { type State, states } from '../../kit/state.ts'
import classes from './TrackerList.module.css'

/** Number of trackers in each state; a press filters by one, another press resets. */
export function StateFilter({ counts, value, onChange }: Props) {
  const { t } = useTranslation()
  const shown = states.filter((state) => counts[state] > 0 || state === value)
  return (
    <fieldset
      className={classes.filter}
      aria-label={t('tracking:fleet.filter')}
      style={{ border: 0, margin: 0, padding: 0 }}
    >
      {shown.map((state) => (
        <button
          key={state}
          type="button"
          className={classes.chip}
          aria-pressed={state === value}
          title={t(`tracking:state.${state}`)}
          onClick={() => onChange(state === value ? null : state)}
        >
          <StateMark state={state} />
          <span>{t(`tracking:state.${state}`)}</span>
          <b>{counts[state]}</b>
        </button>
      ))}
    </fieldset>
  )
}

type Props = { counts: Record<State, number>; value: State | null; onChange: (state: State | null) => void }
