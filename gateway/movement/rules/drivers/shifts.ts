import type { Fix } from '../fix.ts'

/**
 * Who drives, by keys: a device says a key once, when it is read, or in every report. A shift lasts from there until the
 * ignition has been off for a quarter of an hour, another key, or a day without the key; it ends with what ended it, not
 * when that was noticed. With the ignition off a key waits: it may be left in the reader of a parked vehicle.
 */
export function followKeys(before: Keys | undefined, { at, ignition, keys: seen = [] }: KeyFix): FollowedKeys {
  if (!before && seen.length === 0) return { keys: before, ended: [] }
  const ended: KeyShift[] = []
  let { open, off_since, waiting } = before ?? noKeys
  const end = (shift: OpenShift, ended_at: number) => {
    // One that another key replaced at once was none.
    if (ended_at > shift.began_at) ended.push({ key: shift.key, began_at: shift.began_at, ended_at })
    open = null
  }
  if (open && off_since !== null && at - off_since >= OFF_MS) end(open, off_since)
  if (open && at - open.seen_at > UNSEEN_MS) end(open, open.seen_at + UNSEEN_MS)
  if (waiting && at - waiting.at >= OFF_MS) waiting = null
  const was_off_since = off_since
  if (ignition !== null) off_since = ignition ? null : (off_since ?? at)
  // Of two keys in a report the one that drives already continues.
  const key = open && seen.includes(open.key) ? open.key : seen[0]
  if (open && key === open.key) {
    open = { ...open, seen_at: at }
    waiting = null
  } else if (key !== undefined) waiting = { key, at }
  if (waiting && off_since === null) {
    if (open) end(open, Math.min(was_off_since ?? waiting.at, waiting.at))
    open = { key: waiting.key, began_at: waiting.at, seen_at: waiting.at }
    waiting = null
  }
  return { keys: { open, off_since, waiting }, ended }
}

/** The shift that continues. */
export const openShift = (keys: Keys | undefined): KeyShift | null =>
  keys?.open ? { key: keys.open.key, began_at: keys.open.began_at, ended_at: null } : null

const noKeys: Keys = { open: null, off_since: null, waiting: null }
const OFF_MS = 15 * 60_000
const UNSEEN_MS = 24 * 3_600_000

/** What is remembered of a tracker with keys. Times are milliseconds since 1970. */
export type Keys = {
  open: OpenShift | null
  /** The first report in a row that said that the ignition is off. */
  off_since: number | null
  /** A key that was read with the ignition off. */
  waiting: { key: string; at: number } | null
}
type OpenShift = { key: string; began_at: number; seen_at: number }
/** `ended_at` is null while it continues. */
export type KeyShift = { key: string; began_at: number; ended_at: number | null }
type KeyFix = Pick<Fix, 'at' | 'ignition' | 'keys'>
type FollowedKeys = { keys: Keys | undefined; ended: KeyShift[] }
