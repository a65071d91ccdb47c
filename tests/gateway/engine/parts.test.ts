import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Outcome, Reporter } from '#gateway/ingest/entry.ts'
import { Ingest, ingestDefaults } from '#gateway/ingest/ingest.ts'
import { type Network, startNetwork } from '../../network.ts'
import { reportOf } from './report.ts'

const FINE = 1
/** A longitude that the database refuses. */
const REFUSED = 66
/** A longitude with which the database is away. */
const AWAY = 77

let network: Network
beforeAll(async () => {
  network = await startNetwork()
  await sql`create table away (is_away boolean)`.execute(network.db)
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
    if st_x(new.position) = ${sql.lit(REFUSED)} then raise exception 'refused' using errcode = '22000'; end if;
    if st_x(new.position) = ${sql.lit(AWAY)} and exists (select from away) then
      raise exception 'away' using errcode = '57P01';
    end if;
    return new; end $$`.execute(network.db)
  await sql`create trigger refuse before insert on tracker_event for each row execute function refuse()`.execute(
    network.db,
  )
  await sql`create function refuse_alerts() returns trigger language plpgsql as $$ begin
    if exists (select from away) then raise exception 'away' using errcode = '57P01'; end if;
    return new; end $$`.execute(network.db)
  await sql`create trigger refuse before insert on alert for each row execute function refuse_alerts()`.execute(
    network.db,
  )
})
afterAll(async () => {
  await network?.stop()
})

it('reports that are stored before the database is away are acknowledged and passed on, once; the others are tried again', async () => {
  const passed_on: number[] = []
  const gateway = makeIngest((committed) => passed_on.push(...committed.events.map(({ entry }) => entry.report.lat!)))
  await sql`insert into away values (true)`.execute(network.db)
  const outcomes: Record<number, Outcome> = {}
  const places = [FINE, REFUSED, FINE, AWAY, FINE, FINE, FINE, AWAY]
  // One after the other: rows are written by their trackers' ids.
  const trackers: Reporter[] = []
  for (const i of places.keys()) trackers.push(await makeTracker(`part-${i}`))
  for (const [i, lon] of places.entries()) {
    gateway.add(trackers[i]!, reportOf({ second: i, lon, lat: i }), false, (outcome) => (outcomes[i] = outcome))
  }
  await expect.poll(() => outcomes).toEqual({ 0: 'stored', 1: 'set_aside' })
  await expect.poll(() => gateway.healthy).toBe(false)
  expect(passed_on).toEqual([0])
  await sql`delete from away`.execute(network.db)
  expect(await gateway.drain()).toBe(true)
  expect(Object.values(outcomes)).toEqual(places.map((lon) => (lon === REFUSED ? 'set_aside' : 'stored')))
  expect(passed_on.sort()).toEqual([0, 2, 3, 4, 5, 6, 7])
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from tracker_event
    where tracker_id = any(${trackers.map(({ tracker_id }) => tracker_id)})`.execute(network.db)
  expect(rows[0]!.count).toBe(7)
})

it('reports are stored beside those of trackers whose alerts cannot be written, each once', async () => {
  const gateway = makeIngest(() => {})
  const [raising, plain, other] = [await makeTracker('raising'), await makeTracker('plain'), await makeTracker('other')]
  await sql`insert into away values (true)`.execute(network.db)
  const outcomes: Record<string, Outcome> = {}
  const add = (what: string, tracker: Reporter, lat: number, more = {}) =>
    gateway.add(tracker, { ...fine(lat), ...more }, false, (outcome) => (outcomes[what] = outcome))
  add('before', raising, 0)
  add('alarm', raising, 1, { alarm: 'sos' })
  add('plain', plain, 0)
  add('other', other, 0)
  add('plain again', plain, 1)
  await expect.poll(() => outcomes).toEqual({ plain: 'stored', other: 'stored', 'plain again': 'stored' })
  await expect.poll(() => gateway.healthy).toBe(false)
  add('after', raising, 2)
  await sql`delete from away`.execute(network.db)
  expect(await gateway.drain()).toBe(true)
  expect(Object.values(outcomes)).toEqual(Array.from({ length: 6 }, () => 'stored'))
  const ids = [raising, plain, other].map(({ tracker_id }) => tracker_id)
  const { rows } = await sql<{ events: number; alerts: number }>`select
    (select count(*)::int from tracker_event where tracker_id = any(${ids})) as events,
    (select count(*)::int from alert where tracker_id = any(${ids})) as alerts`.execute(network.db)
  expect(rows).toEqual([{ events: 6, alerts: 1 }])
})

it('a fault of those who are notified loses no report and no acknowledgement', async () => {
  const gateway = makeIngest(() => {
    throw new Error('a fault')
  })
  const tracker = await makeTracker('notified')
  const outcomes: Outcome[] = []
  gateway.add(tracker, fine(0), false, () => {
    throw new Error('the connection is gone')
  })
  for (const lat of [1, 2]) gateway.add(tracker, fine(lat), false, (outcome) => outcomes.push(outcome))
  expect(await gateway.drain()).toBe(true)
  gateway.add(tracker, fine(3), false, (outcome) => outcomes.push(outcome))
  expect(await gateway.drain()).toBe(true)
  expect(outcomes).toEqual(['stored', 'stored', 'stored'])
  expect(gateway.healthy).toBe(true)
})

type Committed = Parameters<ConstructorParameters<typeof Ingest>[1]['on_committed']>[0]

function makeIngest(on_committed: (committed: Committed) => void): Ingest {
  const log = pino({ level: 'silent' })
  return new Ingest(network.db, { log, ...ingestDefaults[network.server.database.kind], on_committed, on_waiting() {} })
}

async function makeTracker(number: string): Promise<Reporter> {
  const { data } = await network.admin.create('tracker', { number })
  return { organisation_id: data.organisation_id, tracker_id: data.id }
}

/** The latitude tells reports apart. */
const fine = (lat: number) => reportOf({ second: lat, lon: FINE, lat })
