import { LenderError } from './call.ts'

/** A clock that is set to another time zone is hours wrong, and no more than a day. */
const MOST_S = 26 * 3600

/**
 * By how many seconds the clock of a lender is ahead of this server's: 0 while what it says may have been written
 * between the request and the answer, however long that took.
 *
 * @param now the lender's time in its answer; older releases send none
 * @throws {LenderError} where that is more than a day
 */
export function clockOffset_s(now: string | undefined, { asked_ms, answered_ms }: Asking): number {
  if (now === undefined) return 0
  const theirs = Date.parse(now)
  const ahead_ms = Math.max(0, theirs - answered_ms) - Math.max(0, asked_ms - theirs)
  const offset_s = Math.round(ahead_ms / 1000)
  if (Math.abs(offset_s) <= MOST_S) return offset_s
  throw new LenderError(`Its clock and that of this server are ${Math.round(Math.abs(offset_s) / 3600)} hours apart`)
}

/** By this server's clock. */
type Asking = { asked_ms: number; answered_ms: number }
