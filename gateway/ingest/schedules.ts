import { type Kysely, sql } from 'kysely'
import { failureOf, isUniqueViolation } from '#db/errors.ts'
import type { Database } from '#db/tables/index.ts'
import { queueAlerts } from '../alerts/queue.ts'
import { locatePositions } from '../engine/boundaries.ts'
import { isBroken, judge, type State } from '../engine/rules/index.ts'
import { AlertLog, type OwnedAlert } from './alerts.ts'
import { writeBreaches } from './breaches.ts'
import { makeEntry } from './entry.ts'
import { readStates, type TrackerState } from './states.ts'

/**
 * Evaluates trackers at their last position when a boundary begins or ceases to apply by its schedule. Several gateways
 * may do this concurrently; a conflicting write is skipped.
 *
 * @param since milliseconds since 1970; boundaries whose applicability has not changed since are skipped. Null checks
 *   all
 */
export async function applySchedules(db: Kysely<Database>, since: number | null, now: number): Promise<OwnedAlert[]> {
  const alerts: OwnedAlert[] = []
  for (const organisation_id of await organisationsOfChange(db, since, now)) {
    for (let after = 0; ; ) {
      const places = await placesOf(db, organisation_id, after)
      if (places.length === 0) break
      alerts.push(...(await judgePlaces(db, places, now)))
      after = places.at(-1)!.tracker_id
    }
  }
  return alerts
}

async function organisationsOfChange(db: Kysely<Database>, since: number | null, now: number): Promise<number[]> {
  const { rows } = await sql<{ organisation_id: number }>`
    select distinct organisation_id from boundary
    where active and schedule is not null
      and (${since}::float8 is null or schedule_applies(schedule, to_timestamp(${now}::float8 / 1000))
        <> schedule_applies(schedule, to_timestamp(${since}::float8 / 1000)))`.execute(db)
  return rows.map((row) => row.organisation_id)
}

async function placesOf(db: Kysely<Database>, organisation_id: number, after: number): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select organisation_id, tracker_id, event_id, accuracy, st_x(position) as lon, st_y(position) as lat
    from tracker_state
    where organisation_id = ${organisation_id} and tracker_id > ${after} and position is not null
    order by organisation_id, tracker_id limit ${BATCH_SIZE}`.execute(db)
  return rows
}

const BATCH_SIZE = 500

async function judgePlaces(db: Kysely<Database>, places: Place[], now: number): Promise<OwnedAlert[]> {
  const states = await readStates(db, new Map(places.map((place) => [place.tracker_id, place.organisation_id])))
  const byId = new Map(states.map((state) => [state.tracker_id, state]))
  const candidates = places.flatMap((place) => {
    const tracker = byId.get(place.tracker_id)
    return tracker ? [{ place, tracker }] : []
  })
  if (candidates.length === 0) return []
  const results = await locatePositions(
    db,
    candidates.map(({ place, tracker: { owner_user_id, state } }) => ({
      ...place,
      ...NOT_STORED,
      owner_user_id,
      is_breaking: (state.breaches?.length ?? 0) > 0,
      moment: now,
    })),
  )
  const alerts: OwnedAlert[] = []
  for (const [i, { place, tracker }] of candidates.entries()) {
    const before = tracker.state
    const input = { ...results[i]!, fix_at: now, received: now, valid: true, alarm: before.alarm }
    const { state, alerts: changes } = judge(before, input, tracker, now)
    if (isSame(state, before)) continue
    // `judged_at` stays: reports buffered by the device and sent later are not late.
    tracker.state = { ...state, judged_at: before.judged_at }
    alerts.push(...(await write(db, place, { tracker, before, changes, now })))
  }
  return alerts
}

/** A count alone is no change: no report has come. */
const isSame = (a: State, b: State) =>
  isBroken(a) === isBroken(b) && (a.outside === true) === (b.outside === true) && brokenBy(a) === brokenBy(b)
const brokenBy = ({ breaches = [] }: State) =>
  breaches.map(({ boundary_id, rule, alerted }) => `${boundary_id} ${rule} ${alerted}`).join()

const NOT_STORED = { part_id: null, fix_at: 0, digest: 0, duplicate_search: null }

async function write(
  db: Kysely<Database>,
  place: Place,
  { tracker, before, changes, now }: Change,
): Promise<OwnedAlert[]> {
  const log = new AlertLog()
  const entry = makeEntry(tracker, { ...NO_REPORT, fix_at: now }, false, () => {})
  for (const change of changes) log.add(tracker, before, change, entry, place.event_id)
  try {
    return await db.transaction().execute(async (trx) => {
      const alerts = await log.write(trx)
      await queueAlerts(trx, alerts)
      await writeState(trx, tracker)
      if (tracker.state.breaches !== before.breaches) await writeBreaches(trx, [tracker])
      return alerts
    })
  } catch (error) {
    // A report or another gateway has judged it since.
    if (failureOf(error) === 'conflict' || isUniqueViolation(error)) return []
    throw error
  }
}

async function writeState(trx: Kysely<Database>, { state, ...tracker }: TrackerState): Promise<void> {
  await sql`
    with moved as (
      update tracker_state set outside = ${isBroken(state)},
        outside_since = to_timestamp(${state.outside_since}::float8 / 1000), outside_count = ${state.outside_count},
        boundary_id = ${state.boundary_id}, leaving_alert_id = ${tracker.leaving_alert_id}
      where organisation_id = ${tracker.organisation_id} and tracker_id = ${tracker.tracker_id}
        and xmin = ${String(tracker.version)}::xid
      returning 1
    )
    select case when (select count(*) from moved) = 0 then raise_conflict() end`.execute(trx)
}

const NO_REPORT = {
  valid: true,
  lon: null,
  lat: null,
  altitude: null,
  heading: null,
  speed: null,
  accuracy: null,
  event: 'position',
  alarm: null,
  attributes: null,
  seq: null,
}

type Place = {
  organisation_id: number
  tracker_id: number
  event_id: number
  accuracy: number | null
  lon: number
  lat: number
}
type Change = {
  tracker: TrackerState
  before: TrackerState['state']
  changes: ReturnType<typeof judge>['alerts']
  now: number
}
