import { boundsOf } from '../../kit/period/period.ts'

const hour = 3600_000
/** A visit ends when the page has not been seen for this long, in milliseconds. */
const ends = hour
const furthest = 7 * 24 * hour

/**
 * The time from which home tells what happened: yesterday 18:00, or the last visit if that was earlier, as after a
 * weekend; at most a week.
 *
 * @param last the end of the last visit, in milliseconds since 1970
 * @param now milliseconds since 1970
 */
export function sinceOf(last: number | null, timezone: string, now: number): Since {
  const evening = Date.parse(boundsOf({ range: 'night' }, timezone, now).from!)
  if (last === null || last >= evening) return { from: new Date(evening).toISOString(), of: 'evening' }
  if (last < now - furthest) return { from: boundsOf({ range: 'week' }, timezone, now).from!, of: 'week' }
  return { from: new Date(last).toISOString(), of: 'visit' }
}

/** Notes that the page is seen. A page that was opened again within an hour continues the same visit. */
export function seeing({ seen, last }: Visits, now: number): Visits {
  return { seen: now, last: seen !== null && now - seen > ends ? seen : last }
}

export function readVisits(text: string | null): Visits {
  const [seen = 0, last = 0] = (text ?? '').split(' ').map(Number)
  return { seen: seen || null, last: last || null }
}

export const writeVisits = ({ seen, last }: Visits) => `${seen ?? 0} ${last ?? 0}`

/** `seen`: when the page was seen last; `last`: the end of the visit before this one. Milliseconds since 1970. */
type Visits = { seen: number | null; last: number | null }
/** `of`: why from there. */
export type Since = { from: string; of: 'evening' | 'visit' | 'week' }
