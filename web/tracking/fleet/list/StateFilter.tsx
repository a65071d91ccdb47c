import { useTranslation } from 'react-i18next'
import { StateMark } from '../../kit/StateMark.tsx'
import { type Doing, doings, type State, states } from '../../kit/state.ts'
import classes from './TrackerList.module.css'

/** Number of trackers by what they do, and by state; a press filters by one, another press resets. */
export function StateFilter({ counts, value, onChange, movements, doing, onDoing }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <fieldset className={classes.filter} aria-label={t('tracking:fleet.movementFilter')}>
        {doings
          .filter((each) => movements[each] > 0 || each === doing)
          .map((each) => (
            <Chip
              key={each}
              pressed={each === doing}
              label={t(`tracking:doing.${each}`)}
              count={movements[each]}
              press={() => onDoing(each === doing ? null : each)}
            >
              <i className={classes.shape}>
                <StateMark state="inside" doing={each} />
              </i>
            </Chip>
          ))}
      </fieldset>
      <fieldset className={classes.filter} aria-label={t('tracking:fleet.filter')}>
        {states
          .filter((state) => counts[state] > 0 || state === value)
          .map((state) => (
            <Chip
              key={state}
              pressed={state === value}
              label={t(`tracking:state.${state}`)}
              count={counts[state]}
              press={() => onChange(state === value ? null : state)}
            >
              <StateMark state={state} />
            </Chip>
          ))}
      </fieldset>
    </>
  )
}

function Chip({ pressed, label, count, press, children }: ChipProps) {
  const { i18n } = useTranslation()
  return (
    <button type="button" className={classes.chip} aria-pressed={pressed} title={label} onClick={press}>
      {children}
      <span>{label}</span>
      <b>{count.toLocaleString(i18n.language)}</b>
    </button>
  )
}

type ChipProps = { pressed: boolean; label: string; count: number; press: () => void; children: React.ReactNode }
type Props = {
  counts: Record<State, number>
  value: State | null
  onChange: (state: State | null) => void
  movements: Record<Doing, number>
  doing: Doing | null
  onDoing: (doing: Doing | null) => void
}
