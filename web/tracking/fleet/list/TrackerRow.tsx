import { useUnits } from '../../../kit/format/useUnits.ts'
import { useNamedPlace } from '../../kit/places/useNamedPlace.ts'
import type { Row } from '../../kit/rows.ts'
import { StateMark } from '../../kit/StateMark.tsx'
import { focusTracker } from '../../kit/selection.ts'
import { nameOf } from '../../kit/state.ts'
import { usePlace } from '../../kit/usePlace.ts'
import { useStatusText } from '../../kit/useStatusText.ts'
import classes from './TrackerList.module.css'

export function TrackerRow({ row, now, top, index, total, selected, cursor, onPick }: Props) {
  const statusText = useStatusText()
  const { speed: speedText } = useUnits()
  const { tracker, latest, state, offline } = row
  const position = latest?.fix?.position?.coordinates
  const named = useNamedPlace()(position)
  const town = usePlace()(position)
  const text = statusText(row, now, named)
  // Not two places in a line, and none of what is under way: it changes, and what is done is cut off before it.
  const under_way = state === 'inside' && !offline && row.movement?.state === 'moving'
  const place = under_way || (named && text.includes(named)) ? null : town
  // A parked tracker may send the speed of its last way, or one that is wrong.
  const is_still = offline || row.movement?.state === 'parked'
  const speed = is_still ? null : (latest?.fix?.speed ?? null)
  return (
    // The list box handles focus and keys; rows only clicks.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={`tracker-${tracker.id}`}
      className={classes.row}
      role="option"
      aria-selected={selected}
      aria-posinset={index + 1}
      aria-setsize={total}
      data-cursor={cursor || undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => {
        onPick(tracker.id)
        focusTracker(tracker.id)
      }}
    >
      <StateMark state={state} offline={offline} doing={row.movement?.state} heading={latest?.heading} />
      <div className={classes.what}>
        <div className={classes.name}>{nameOf(tracker)}</div>
        <div className={classes.happened} data-state={state} title={[text, place].filter(Boolean).join(' · ')}>
          {text}
          {place && <span className={classes.place}> · {place}</span>}
        </div>
      </div>
      {speed !== null && <span className={classes.speed}>{speedText(speed)}</span>}
    </div>
  )
}

type Props = {
  row: Row
  now: number
  top: number
  index: number
  total: number
  selected: boolean
  cursor: boolean
  onPick: (id: number) => void
}
