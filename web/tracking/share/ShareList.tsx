import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useUnits } from '../../kit/format/useUnits.ts'
import { StateMark } from '../kit/StateMark.tsx'
import classes from './Share.module.css'
import { isMoving, isOld, type SharedPosition, type SharedTracker } from './sharedPosition.ts'
import { useSharedText } from './useSharedText.ts'

/** The trackers of a link; a press shows one on the map. */
export function ShareList({ shown, names, selected, select, now }: Props) {
  const { t } = useTranslation()
  return (
    <ul className={classes.trackers} aria-label={t('tracking:share.trackers')}>
      {shown.trackers.map((tracker) => (
        <li key={tracker.key}>
          <UnstyledButton
            className={classes.tracker}
            aria-pressed={selected === tracker.key}
            disabled={!tracker.position}
            onClick={() => select(selected === tracker.key ? null : tracker.key)}
          >
            <StateMark
              state={tracker.position ? 'inside' : 'never'}
              offline={isOld(tracker, now)}
              doing={isMoving(tracker, now) ? 'moving' : 'parked'}
              heading={tracker.heading}
            />
            <span className={classes.name}>{names.get(tracker.key)}</span>
            <Now tracker={tracker} shown={shown} now={now} />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

function Now({ tracker, shown, now }: { tracker: SharedTracker; shown: SharedPosition; now: number }) {
  const { t } = useTranslation()
  const { speed } = useUnits()
  const { ago, arrival } = useSharedText(shown, now)
  const arrives = arrival(tracker)
  return (
    <>
      <span className={classes.now}>
        {isMoving(tracker, now)
          ? speed(tracker.speed!)
          : tracker.fix_at
            ? ago(tracker.fix_at)
            : t('tracking:share.noPosition')}
      </span>
      {arrives && <span className={classes.arrives}>{arrives}</span>}
    </>
  )
}

type Props = {
  shown: SharedPosition
  names: Map<string, string>
  selected: string | null
  select: (key: string | null) => void
  now: number
}
