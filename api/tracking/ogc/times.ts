import { wrong } from '../../http/errors.ts'

/**
 * A time, or an interval of two, of which one may be open: `2026-11-20T00:00:00Z/..`. A date is its whole day in UTC.
 *
 * @throws {AppError} bad_request
 */
export function spanOf(text: string): Span {
  const parts = text.split('/')
  if (parts.length > 2) throw invalid()
  const [first, last = first] = parts as [string, string?]
  const span = { from: momentOf(first, 0, parts.length), to: momentOf(last!, 1, parts.length) }
  if (span.from === null && span.to === null) throw invalid()
  if (span.from !== null && span.to !== null && span.from > span.to) {
    throw wrong('datetime', 'must not end before it begins.')
  }
  return span
}

function momentOf(text: string, end: 0 | 1, parts: number): number | null {
  if (parts === 2 && (text === '' || text === '..')) return null
  if (/^\d{4}-\d\d-\d\d$/.test(text)) {
    const day = Date.parse(`${text}T00:00:00Z`)
    if (!Number.isNaN(day)) return day + end * (DAY_MS - 1)
  }
  // The + of a zone that was not encoded has become a space.
  const is_time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+ -]\d\d:\d\d)$/i.test(text)
  const time = is_time ? Date.parse(text.replace(' ', '+')) : NaN
  if (Number.isNaN(time)) throw invalid()
  return time
}

const invalid = () =>
  wrong('datetime', 'must be a time with its zone, such as 2026-11-20T08:00:00Z, or two with / between, one may be ..')

export const DAY_MS = 86_400_000
/** Milliseconds since 1970, both within; null where it is open. */
export type Span = { from: number | null; to: number | null }
