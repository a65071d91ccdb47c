import type { Db } from '#db/database.ts'
import { readTracks } from '#db/history/tracks/read.ts'
import type { ApiContext } from '../../context.ts'
import { makeFairLimiter } from '../../http/fair_limiter.ts'
import type { SharedLink } from './find_link.ts'
import type { SharedTrip } from './shared_trip.ts'
import { describe, estimate, type Fix, lastFixes, type Place, type ShownTracker } from './shown.ts'

/** What a link to a trip shows: its whole way, and where the tracker is on it while it continues. */
export async function readOfTrip(
  context: ApiContext,
  found: SharedLink,
  trip: SharedTrip,
  place: Place | null,
): Promise<ShownTracker> {
  const { link } = found
  const [tracker] = found.trackers
  const track = await readWay(context.reads, link.organisation_id, tracker!.id, trip)
  const last = track.at(-1)
  const end = { speed: null, heading: null, accuracy: null }
  let fix: Fix = last
    ? { lon: last[1], lat: last[2], fix_at: new Date(last[0]).toISOString(), ...end }
    : { lon: null, lat: null, fix_at: null, ...end }
  if (trip.ended_at !== null) return describe(context, link, tracker!, { fix, trail: track.map(placeOf) })
  const now = (await lastFixes(context.db, link, [tracker!.id])).get(tracker!.id)
  // Of a state that is of this trip speed and course are known, too.
  if (now?.fix_at && last && Date.parse(now.fix_at) >= last[0] && Date.parse(now.fix_at) <= endOf(trip)) fix = now
  const arrival = place && (await estimate(context, found, new Map([[tracker!.id, fix]]), place)).get(tracker!.id)
  return describe(context, link, tracker!, { fix, trail: track.map(placeOf), arrival: arrival ?? undefined })
}

/** What viewers of one link read within some seconds is read once: a trip of hours has ten thousands of reports. */
function readWay(db: Db, organisation_id: number, tracker_id: number, trip: SharedTrip): Promise<Way> {
  const [from, to] = [Date.parse(trip.began_at), endOf(trip) + 1]
  const key = `${tracker_id} ${from} ${to}`
  const now = Date.now()
  const recent = recentOf(db)
  for (const [old, { until }] of recent) if (until < now || recent.size > MOST_RECENT) recent.delete(old)
  const known = recent.get(key)
  if (known) return known.way
  const way = limit(String(tracker_id), async () => {
    const since = Math.max(from, to - LONGEST_MS)
    const tracks = await readTracks(db, { organisation_id, tracker_ids: [tracker_id], from: since, to })
    const { at, lon, lat } = tracks.get(tracker_id) ?? { at: [], lon: [], lat: [] }
    const step = Math.max(1, Math.ceil(at.length / MOST_POINTS))
    return at.flatMap((time, i): Way => (i % step === 0 || i === at.length - 1 ? [[time, lon[i]!, lat[i]!]] : []))
  })
  recent.set(key, { until: now + (trip.ended_at === null ? KEPT_MS : KEPT_ENDED_MS), way })
  way.catch(() => recent.delete(key))
  return way
}

/** What continues is written every few minutes: of later reports it is not known whether they are of the trip. */
const endOf = ({ ended_at, through_at }: SharedTrip) =>
  ended_at === null ? Date.parse(through_at) + UNWRITTEN_MS : Date.parse(ended_at)
const placeOf = ([, lon, lat]: Way[number]): [number, number] => [lon, lat]

const limit = makeFairLimiter({ concurrency: 2, per_user: 4, total: 40 })
const ways = new WeakMap<Db, Ways>()
function recentOf(db: Db): Ways {
  const own = ways.get(db) ?? new Map()
  ways.set(db, own)
  return own
}

const MOST_RECENT = 100
const MOST_POINTS = 1000
const KEPT_MS = 8_000
const KEPT_ENDED_MS = 60_000
const UNWRITTEN_MS = 10 * 60_000
const LONGEST_MS = 3 * 86_400_000

type Way = [at: number, lon: number, lat: number][]
type Ways = Map<string, { until: number; way: Promise<Way> }>
