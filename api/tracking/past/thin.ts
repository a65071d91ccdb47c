import type { Track } from '#db/history/tracks/track.ts'

/**
 * Leaves out what a map of the whole fleet does not show: fixes that follow each other faster than `step_ms`, and those
 * of a tracker that stands. Kept are the first and the last one, the last one before it moves off, each change of the
 * verdict, and both sides of a silence.
 *
 * @returns indexes of the track, ascending
 */
export function thin({ at, lon, lat, outside }: Track, step_ms: number): number[] {
  const kept: number[] = []
  const isAway = (i: number) => {
    const last = kept.at(-1)!
    return Math.abs(lon[i]! - lon[last]!) + Math.abs(lat[i]! - lat[last]!) > STANDING
  }
  for (let i = 0; i < at.length; i++) {
    const is_end = i === 0 || i === at.length - 1
    const is_edge = !is_end && (at[i]! - at[i - 1]! > SILENCE_MS || at[i + 1]! - at[i]! > SILENCE_MS)
    const is_changed = i > 0 && outside[i] !== outside[i - 1]
    if (!is_end && !is_edge && !is_changed && !(at[i]! - at[kept.at(-1)!]! >= step_ms && isAway(i))) continue
    const stood_until = i - 1
    if (i > 0 && stood_until > kept.at(-1)! && isAway(i) && !isAway(stood_until)) kept.push(stood_until)
    kept.push(i)
  }
  return kept
}

/** A tracker that reports nothing for longer is silent: where it was in between is not known. */
const SILENCE_MS = 15 * 60_000
/** Degrees, about 15 metres: between two fixes of a tracker that stands. */
const STANDING = 0.000_15

/** Whether nothing was reported for long after a fix. */
export const isSilentAfter = ({ at }: Track, i: number): boolean =>
  i + 1 < at.length && at[i + 1]! - at[i]! > SILENCE_MS
