import { Cancelled } from '#db/cancelling.ts'
import type { Db } from '#db/database.ts'
import { historyOf } from '#db/history/of.ts'
import type { AskedArea } from './area.ts'
import { DAY_MS, readTracks, scanTracks } from './days.ts'
import { type EndedVisit, followArea, type OpenVisit } from './follow.ts'
import { dayOf, findNear, type Near } from './near.ts'
import type { Track } from './track.ts'

/**
 * Looks day by day for the trackers that were in an area, until the budget is used up. Where it stopped, it continues with
 * `open` and `day`: the visits of trackers that were still there.
 */
export async function searchVisits(db: Db, search: Search): Promise<SearchResults> {
  const { area, trackers, to } = search
  const began = Date.now()
  const found: SearchResults = { visits: [], open: new Map(search.open), reports: 0, day: search.day, is_cut: false }
  // Who sees no tracker costs nothing.
  if (trackers.size === 0) return { ...found, day: to }
  let near: Near | null = null
  let known_until = found.day
  while (found.day < to && Date.now() - began < BUDGET_MS && found.visits.length < MOST_VISITS) {
    if (!near || found.day >= known_until) {
      const { organisation_id } = search
      const query = { organisation_id, tracker_ids: trackers, from: found.day, days: BLOCK_DAYS, boxes: area.boxes }
      near = await findNear(db, query)
      known_until = found.day + BLOCK_DAYS * DAY_MS
    }
    await searchDay(db, search, near, found)
    found.day += DAY_MS
  }
  return found
}

async function searchDay(db: Db, search: Search, near: Near, found: SearchResults): Promise<void> {
  let tracks: [number, Track][] = []
  let fixes = 0
  for await (const track of readDay(db, search, near, found)) {
    tracks.push(track)
    fixes += track[1].at.length
    if (fixes < TOGETHER) continue
    await followTracks(search, tracks, found)
    tracks = []
    fixes = 0
  }
  await followTracks(search, tracks, found)
}

async function followTracks({ area }: Search, tracks: [number, Track][], found: SearchResults): Promise<void> {
  const inside = await area.contain(tracks.map(([, track]) => track))
  for (const [i, [tracker_id, track]] of tracks.entries()) {
    found.reports += track.at.length
    let open = found.open.get(tracker_id) ?? null
    area.follow(track, inside[i]!, open !== null, (fix) => {
      const next = followArea(open, fix)
      open = next.open
      if (next.ended) {
        if (found.visits.length < MOST_AT_ALL) found.visits.push({ tracker_id, ...next.ended })
        else found.is_cut = true
      }
      return open !== null
    })
    if (open) found.open.set(tracker_id, open)
    else found.open.delete(tracker_id)
  }
}

/** The tracks of a day of those that may have been in the area, or were still there. */
async function* readDay(db: Db, search: Search, near: Near, found: SearchResults): AsyncGenerator<[number, Track]> {
  const { organisation_id, from, to, signal } = search
  const day = dayOf(found.day)
  const ids = [...new Set([...(near.trackers.get(day) ?? []), ...found.open.keys()])].sort((a, b) => a - b)
  if (ids.length === 0) return
  const span = { organisation_id, from: Math.max(from, found.day), to: Math.min(to, found.day + DAY_MS), signal }
  if (!near.stored_days.has(day)) {
    if (!near.files) return
    const parts = near.files.parts.filter((part) => part.day === day)
    const next = dayOf(found.day + DAY_MS)
    // The files of the next day are opened while this one is followed.
    for (const part of near.files.parts) if (part.day === next) historyOf(db)!.open(part).catch(ignore)
    yield* scanTracks(db, { ...near.files, parts }, { ...span, tracker_ids: ids })
    return
  }
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    if (signal.aborted) throw new Cancelled()
    yield* await readTracks(db, { ...span, tracker_ids: ids.slice(i, i + AT_ONCE) })
  }
}

/** What is wrong with a file is said when it is read. */
const ignore = () => {}

/** After which no further day is begun. */
const BUDGET_MS = 2000
const MOST_VISITS = 2000
/** Of one answer: a day with more has the first ones only. */
const MOST_AT_ALL = 6000
/** Fixes about which is decided at a time, in one statement where it is not clear. */
const TOGETHER = 50_000
/** Of one statement that looks for trackers nearby. */
const BLOCK_DAYS = 10
/** Trackers of which a day is in memory where the table holds some of it. */
const AT_ONCE = 50

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
