import { sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { Db } from '#db/database.ts'
import { fullySeen } from '../../crud/access.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { readsTracker } from '../access/scopes.ts'
import { type Arrival, estimateArrival, type Tracked } from './arrive.ts'
import { type Learned, learnedOf } from './models.ts'
import { Routing, routingServer, type VehicleKind } from './routing.ts'

/**
 * When trackers of an organisation arrive at a place. Each is learned from the trips of trackers of its kind that the
 * viewer sees: who sees some trackers learns nothing of where others drive. A link shows what its maker would see.
 */
export async function estimateArrivals(
  db: Db,
  { viewer, organisation_id, routing_url = null }: Asking,
  trackers: readonly (Omit<Tracked, 'mean_speed'> & { id: number })[],
  place: readonly [lon: number, lat: number],
): Promise<Map<number, Arrival>> {
  const now = Date.now()
  const found = new Map<number, Arrival>()
  const asked = new Map<string, (typeof trackers)[number]>()
  for (const tracker of trackers) {
    const key = `${organisation_id} ${viewer.user_id} ${tracker.id} ${tracker.fix_at} ${place}`
    const known = answers.of(db, now).get(key)
    if (known) found.set(tracker.id, known)
    else asked.set(key, tracker)
  }
  if (asked.size === 0) return found
  const speeds = await meanSpeeds(
    db,
    organisation_id,
    [...asked.values()].map(({ id }) => id),
  )
  const learned = await learnedOf(db, organisation_id)
  const seen = await seenBy(db, viewer, organisation_id)
  const includes = new Map<string, (visit: number) => boolean>()
  for (const [key, { id, ...tracker }] of asked) {
    const kind = learned.kinds.get(id) ?? 'car'
    const ofKind = includes.get(kind) ?? includesOf(learned, kind, seen)
    includes.set(kind, ofKind)
    const { model, timezone } = learned
    const mean_speed = speeds.get(id) ?? null
    const estimate = (routed_s?: number | null) =>
      estimateArrival({ ...tracker, mean_speed }, place, now, { model, timezone, includes: ofKind }, routed_s)
    const learnt = estimate()
    const asks = learnt.trips === 0 && learnt.arrives_at !== null && (kind === 'car' || kind === 'truck')
    const routed_s = asks ? await routeSeconds(routing_url, kind, tracker.position!, place) : null
    const arrival = routed_s === null ? learnt : estimate(routed_s)
    answers.of(db, now).set(key, arrival)
    found.set(id, arrival)
  }
  return found
}

/** By road; null without a server for routes. */
async function routeSeconds(url: string | null, kind: VehicleKind, from: LonLat, to: LonLat): Promise<number | null> {
  if (url === null) return null
  const routing = routings.get(url) ?? new Routing(routingServer(url)!)
  routings.set(url, routing)
  return routing.seconds(kind, from, to)
}

const routings = new Map<string, Routing>()

/** Which visits of a model are of trackers of a kind, and of those that are seen. */
function includesOf({ model, kinds }: Learned, kind: string, seen: ReadonlySet<number> | null) {
  const trips = Uint8Array.from(model.trips, ({ tracker_id }) =>
    Number(kinds.get(tracker_id) === kind && (seen === null || seen.has(tracker_id))),
  )
  return (visit: number) => trips[model.trip[visit]!] === 1
}

/** The trackers that the viewer sees; null for all. */
async function seenBy(db: Db, viewer: Viewer, organisation_id: number): Promise<Set<number> | null> {
  if (viewer.platform_admin || fullySeen(viewer).includes(organisation_id)) return null
  const rows = await db
    .selectFrom('tracker')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where(readsTracker(viewer))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Metres per second while each drove in the last 30 days; of those that drove for ten minutes at least. */
async function meanSpeeds(db: Db, organisation_id: number, ids: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; speed: number }>`
    select tracker_id as id, (sum(distance_m) / sum(driving_s))::float8 as speed from tracker_day
    where organisation_id = ${organisation_id} and tracker_id = any(${bigints(ids)}::bigint[])
      and day > current_date - 30
    group by tracker_id having sum(driving_s) > 600`.execute(db)
  return new Map(rows.map(({ id, speed }) => [Number(id), speed]))
}

/** What was answered in this minute: a link is read every ten seconds, by strangers, and as often as they like. */
class Answers {
  #minutes = new WeakMap<Db, { minute: number; known: Map<string, Arrival> }>()

  of(db: Db, now: number): Map<string, Arrival> {
    const minute = Math.floor(now / 60_000)
    const last = this.#minutes.get(db)
    if (last?.minute === minute && last.known.size < MOST_ANSWERS) return last.known
    const known = new Map<string, Arrival>()
    this.#minutes.set(db, { minute, known })
    return known
  }
}

const answers = new Answers()
const MOST_ANSWERS = 5000

/** @property routing_url a server for routes; without one it is the straight line where no trips lead */
type Asking = { viewer: Viewer; organisation_id: number; routing_url?: string | null }
type LonLat = readonly [lon: number, lat: number]
