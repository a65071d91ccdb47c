import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { Leg } from './legs.ts'
import type { Shown } from './Markers.tsx'
import type { Player } from './player/playback.ts'
import { TimeSlider } from './player/TimeSlider.tsx'
import classes from './Replay.module.css'
import { outsideRanges, reportedRanges, type Track } from './track.ts'

/** Trips and stops of each tracker, in red while outside, with a slider for the time. */
export function Timeline({ shown, player }: { shown: Shown[]; player: Player }) {
  const from = useStore(player.store, (state) => state.from)
  const to = useStore(player.store, (state) => state.to)
  const place = (at: number) => `${((at - from) / Math.max(1, to - from)) * 100}%`
  return (
    <TimeSlider player={player}>
      <svg className={classes.rows} height={shown.length * 8} width="100%" aria-hidden="true">
        {shown.map(({ id, track, legs, line }, i) => (
          <g key={id}>
            {legs.length > 0 ? (
              <LegBars legs={legs} from={from} to={to} y={i * 8 + 2} colour={line} />
            ) : (
              <Bars track={track} stretches={reportedRanges} y={i * 8 + 2} colour={line} place={place} />
            )}
            <Bars track={track} stretches={outsideRanges} y={i * 8 + 1} tall colour="var(--outside)" place={place} />
          </g>
        ))}
      </svg>
    </TimeSlider>
  )
}

/** A stop is thinner than a trip; a gap is empty. */
function LegBars({ legs, from, to, y, colour }: { legs: Leg[]; from: number; to: number; y: number; colour: string }) {
  return legs
    .filter((leg) => leg.kind !== 'gap' && leg.to > from && leg.from < to)
    .map((leg) => {
      const [first, last] = [Math.max(leg.from, from), Math.min(leg.to, to)].map(
        (at) => ((at - from) / (to - from)) * 100,
      )
      const [height, top] = leg.kind === 'trip' ? [4, y] : [1.5, y + 1.25]
      return (
        <rect
          key={leg.id}
          x={`${first}%`}
          y={top}
          width={`${Math.max(0.25, last! - first!)}%`}
          height={height}
          fill={colour}
        />
      )
    })
}

function Bars({ track, stretches, y, tall = false, colour, place }: BarsProps) {
  const ranges = useMemo(() => stretches(track), [stretches, track])
  return ranges.map(([first, last]) => {
    const [x, end] = [Number.parseFloat(place(track[first]!.at)), Number.parseFloat(place(track[last]!.at))]
    const width = `${Math.max(0.25, end - x)}%`
    return <rect key={first} x={`${x}%`} y={y} width={width} height={tall ? 6 : 4} rx={1} fill={colour} />
  })
}

type BarsProps = {
  track: Track
  stretches: (track: Track) => [number, number][]
  y: number
  tall?: boolean
  colour: string
  place: (at: number) => string
}
