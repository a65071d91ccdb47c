import { distance } from '#messages/geography/distance.ts'
import { isOff } from './arrival.ts'
import type { Point } from './fix.ts'
import { placeOf, plainSegment, type Segment, seconds } from './segment.ts'
import type { OpenTow, State } from './state.ts'

/** Rule 5: moves with the ignition off. Null where it is on, or was never on: its wire may be missing. */
export function followTow(
  { ignition, towed }: Pick<State, 'ignition' | 'towed'>,
  trip_began: Point,
  from: Point,
  to: Point,
): OpenTow | null {
  if (!isOff(ignition)) return null
  if (towed) return { ...towed, last: to, distance_m: towed.distance_m + distance(from, to) }
  const began = ignition!.since <= trip_began.at ? trip_began : from
  return { began, last: to, distance_m: distance(began, to) }
}

export const towSegment = ({ began, last, distance_m }: OpenTow, ended_at: number | null): Segment => ({
  ...plainSegment('towed', began),
  ended_at,
  end: placeOf(last),
  distance_m,
  moving_s: seconds(began.at, ended_at ?? last.at),
})
