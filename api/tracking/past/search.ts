import { Cancelled } from '#db/cancelling.ts'
import type { Db } from '#db/database.ts'
import type { ShownParts } from '#db/history/shown_parts.ts'
import { prepareTracks, readTracks, scanTracks } from '#db/history/tracks/read.ts'
import { DAY_MS, dayOf } from '#db/history/tracks/stored_days.ts'
import type { Way } from '#db/history/tracks/track.ts'
import type { AskedArea } from './area.ts'
import { type EndedVisit, followArea, type OpenVisit } from './follow.ts'
import { findNear, type Near } from './near.ts'

/**
 * Looks day by day for the trackers that were in an area, until the budget is used up. Where it stopped, it continues with
 * `open` and `day`: the visits of trackers that were still there.
 */
export async function searchVisits(db: Db, search: Search): Promise<SearchResults> {
  const { trackers, to } = search
  const began = Date.now()
  const found: SearchResults = { visits: [], open: new Map(search.open), reports: 0, day: search.day, is_cut: false }
  // Who sees no tracker costs nothing.
  if (trackers.size === 0) return { ...found, day: to }
  let near: Near | null = null
  let near_next: Promise<Near> | null = null
  let known_until = found.day
  let prepared = found.day
  while (found.day < to && Date.now() - began < BUDGET_MS && found.visits.length < MOST_VISITS) {
    if (!near || found.day >= known_until) {
      near = await (near_next ?? findBlock(db, search, found.day))
      near_next = null
      known_until = found.day + BLOCK_MS
    }
    if (!near_next && known_until < to && known_until - found.day <= AHEAD_MS) {
      near_next = findBlock(db, search, known_until)
      // The call may end before it is awaited.
      near_next.catch(() => {})
    }
    // The files of the next days are decoded while this one is followed.
    while (prepared < Math.min(found.day + AHEAD_MS, known_until - DAY_MS)) {
      prepared = Math.max(prepared, found.day) + DAY_MS
      prepareDay(db, search, near, prepared)
    }
    await searchDay(db, search, near, found)
    found.day += DAY_MS
  }
  return found
}

const findBlock = (db: Db, { organisation_id, trackers: tracker_ids, area: { boxes } }: Search, from: number) =>
  findNear(db, { organisation_id, tracker_ids, from, days: BLOCK_MS / DAY_MS, boxes })

function prepareDay(db: Db, search: Search, near: Near, day: number): void {
  if (!near.files || near.stored_days.has(dayOf(day))) return
  const query = queryOf(search, near, day)
  if (query.tracker_ids.length > 0) prepareTracks(db, filesOf(near.files, day), query)
}

async function searchDay(db: Db, search: Search, near: Near, found: SearchResults): Promise<void> {
  let tracks: [number, Way][] = []
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

async function followTracks({ area }: Search, tracks: [number, Way][], found: SearchResults): Promise<void> {
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
async function* readDay(db: Db, search: Search, near: Near, found: SearchResults): AsyncGenerator<[number, Way]> {
  const { signal } = search
  const query = queryOf(search, near, found.day, found.open.keys())
  const ids = query.tracker_ids
  if (ids.length === 0) return
  if (!near.stored_days.has(dayOf(found.day))) {
    if (!near.files) return
    yield* scanTracks(db, filesOf(near.files, found.day), query)
    return
  }
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    if (signal.aborted) throw new Cancelled()
    yield* await readTracks(db, { ...query, tracker_ids: ids.slice(i, i + AT_ONCE) })
  }
}

/** @param open the trackers that were still there on the day before */
function queryOf(search: Search, near: Near, day: number, open: Iterable<number> = []) {
  const { organisation_id, from, to, signal } = search
  const tracker_ids = [...new Set([...(near.trackers.get(dayOf(day)) ?? []), ...open])].sort((a, b) => a - b)
  return { organisation_id, tracker_ids, from: Math.max(from, day), to: Math.min(to, day + DAY_MS), signal }
}

function filesOf(files: ShownParts, day: number): ShownParts {
  return { ...files, parts: files.parts.filter((part) => part.day === dayOf(day)) }
}

/** After which no further day is begun. */
const BUDGET_MS = 2000
/** Of what follows, what is prepared while a day is followed. */
const AHEAD_MS = 3 * DAY_MS
const MOST_VISITS = 2000
/** Of one answer: a day with more has the first ones only. */
const MOST_AT_ALL = 6000
/** Fixes about which is decided at a time, in one statement where it is not clear. */
const TOGETHER = 50_000
/** Of one statement that looks for trackers nearby. */
const BLOCK_MS = 10 * DAY_MS
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
