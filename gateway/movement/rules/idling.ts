import type { Profile } from './profile.ts'
import { plainSegment, type Segment, seconds } from './segment.ts'
import type { OpenIdle, Rest, State } from './state.ts'

/** Rule 5: idling is a rest with the ignition on for long enough; null while it is not. */
export function idlingSince(
  { ignition }: Pick<State, 'ignition'>,
  rest: Rest,
  at: number,
  profile: Profile,
): number | null {
  if (!ignition?.on) return null
  const since = Math.max(rest.began.at, ignition.since, rest.idle_from)
  return seconds(since, at) >= profile.idle_min_s ? since : null
}

export const idleSegment = (
  { began_at, last_at, lon, lat }: OpenIdle,
  ended_at: number | null,
  { idle_min_s }: Profile,
): Segment => ({
  ...plainSegment('idle', { at: began_at, lon, lat }),
  ended_at,
  idle_s: seconds(began_at, ended_at ?? last_at),
  details: { least_s: idle_min_s },
})
