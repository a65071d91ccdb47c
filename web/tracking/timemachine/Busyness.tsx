import { useMemo } from 'react'
import type { PastFleet } from './pastFleet.ts'
import classes from './TimeMachine.module.css'

const bars = 96

/** How many trackers were under way when, above the slider. */
export function Busyness({ fleet, loaded }: { fleet: PastFleet | null; loaded: number }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loaded` is how far the fleet is read
  const counts = useMemo(() => fleet?.busyness(bars) ?? [], [fleet, loaded])
  const most = Math.max(1, ...counts)
  return (
    <svg className={classes.bars} viewBox={`0 0 ${bars} 1`} preserveAspectRatio="none" aria-hidden="true">
      {counts.map((count, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is a time of the day
        <rect key={i} x={i + 0.1} width={0.8} y={1 - count / most} height={count / most} />
      ))}
    </svg>
  )
}
