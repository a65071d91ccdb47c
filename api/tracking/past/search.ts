import { Cancelled } from '#db/cancelling.ts'
import type { Db } from '#db/database.ts'
import type { AskedArea } from './area.ts'
import { DAY_MS, findNear, readTracks } from './days.ts'
import { type EndedVisit, followArea, type OpenVisit } from './follow.ts'

/**
 * Looks day by day for the trackers that were in an area, until the budget is used up. Where it stopped, it continues with
 * `open` and `day`: the visits of trackers that were still there.
 */
export async function searchVisits(db: Db, search: Search): Promise<SearchResults> {
  const { area, trackers, to, signal } = search
  const began = Date.now()
  const found: SearchResults = { visits: [], open: new Map(search.open), reports: 0, day: search.day, is_cut: false }
  // Who sees no tracker costs nothing.
  if (trackers.size === 0) return { ...found, day: to }
  let near = new Map<string, Set<number>>()
  let known_until = found.day
  while (found.day < to && Date.now() - began < BUDGET_MS && found.visits.length < MOST_VISITS) {
    if (found.day >= known_until) {
      const { organisation_id } = search
      const query = { organisation_id, tracker_ids: trackers, from: found.day, days: BLOCK_DAYS, boxes: area.boxes }
      near = await findNear(db, query)
      known_until = found.day + BLOCK_DAYS * DAY_MS
    }
    const ids = [...new Set([...(near.get(dayOf(found.day)) ?? []), ...found.open.keys()])].sort((a, b) => a - b)
    for (let i = 0; i < ids.length; i += AT_ONCE) {
      if (signal.aborted) throw new Cancelled()
      await searchDay(db, search, ids.slice(i, i + AT_ONCE), found)
    }
    found.day += DAY_MS
  }
  return found
}

async function searchDay(db: Db, search: Search, tracker_ids: number[], found: SearchResults): Promise<void> {
  const { organisation_id, area, from, to, signal } = search
  const span = { from: Math.max(from, found.day), to: Math.min(to, found.day + DAY_MS) }
  const tracks = await readTracks(db, { organisation_id, tracker_ids, ...span, signal })
  for (const [tracker_id, track] of tracks) {
    found.reports += track.at.length
    let open = found.open.get(tracker_id) ?? null
    for (const fix of await area.locate(track)) {
      const next = followArea(open, fix)
      open = next.open
      if (!next.ended) continue
      if (found.visits.length < MOST_AT_ALL) found.visits.push({ tracker_id, ...next.ended })
      else found.is_cut = true
    }
    if (open) found.open.set(tracker_id, open)
    else found.open.delete(tracker_id)
  }
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** After which no further day is begun. */
const BUDGET_MS = 2000
const MOST_VISITS = 1000
/** Of one answer: a day with more has the first ones only. */
const MOST_AT_ALL = 5000
/** Of one statement that looks for trackers nearby. */
const BLOCK_DAYS = 10
/** Trackers of which a day is in memory. */
const AT_ONCE = 200

export type Search = {
  organisation_id: number
  area: AskedArea
  /** Those that the viewer sees. */
  trackers: ReadonlySet<number>
  /** Milliseconds since 1970; `to` is not included. */
  from: number
  to: number
  /** The first UTC day to look at, and the visits that continue there, by tracker. */
  day: number
  open: ReadonlyMap<number, OpenVisit>
  signal: AbortSignal
}
export type SearchResults = {
  visits: ({ tracker_id: number } & EndedVisit)[]
  open: Map<number, OpenVisit>
  reports: number
  /** The day to go on with. */
  day: number
  /** Whether a day had more visits than are listed. */
  is_cut: boolean
}
