import { sql } from 'kysely'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenDatabase, openDatabase } from '#db/open.ts'
import { readFixes } from '#gateway/movement/history.ts'
import { followKeys, type Keys, openShift } from '#gateway/movement/rules/drivers/shifts.ts'
import { copyTemplate } from '../../network.ts'
import { makeProcess, type ServerProcess } from '../../process.ts'
import { driveAt, park, simulate } from './simulated.ts'
import { compareSegments } from './truth.ts'

const TRACKERS = 200
/** More with `KILL_ROUNDS`. */
const KILLS = Number(process.env.KILL_ROUNDS ?? 1)
const day = [park(15), driveAt(12, 20, { lights: true }), park(30), driveAt(20, 15), park(10)]

let database: Awaited<ReturnType<typeof copyTemplate>>
let open: OpenDatabase
let server: ServerProcess

beforeAll(async () => {
  database = await copyTemplate()
  const limits = { HTTP_RATE: '100000', MQTT_RATE: '100000', MQTT_MAX_PER_ADDRESS: '1000' }
  server = await makeProcess({ DATABASE_URL: database.url, JWT_SECRET: 'x'.repeat(64), ...limits })
  await server.start()
  open = await openDatabase({ database_url: database.url, data_dir: server.data_dir })
}, 240_000)
afterAll(async () => {
  await server?.end('SIGKILL')
  server?.remove()
  await open?.close()
  await database?.drop()
})

it('200 trackers drive while it is killed: segments, shifts and drivers are those of a run without a break', async () => {
  const admin = await server.admin()
  const { data: aroha } = await admin.create('driver', { organisation_id: 1, name: 'Aroha', keys: ['A10001'] })
  const fleet: Tracker[] = []
  for (let i = 0; i < TRACKERS; i++) {
    const { data } = await admin.create('tracker', { number: `fleet-${i}` })
    fleet.push({ id: data.id, number: data.number, token: data.device_token as string, parts: partsOf(i + 1) })
  }
  for (let kill = 0; kill < KILLS; kill++) {
    const reported = Promise.all(fleet.map((tracker) => report(tracker)))
    // In the middle of trips: a third of what is left has been acknowledged.
    const goal = (leftOf(fleet) * 2) / 3
    await expect.poll(() => leftOf(fleet), { timeout: 60_000, interval: 20 }).toBeLessThan(goal)
    await server.end('SIGKILL')
    await reported
    await startAgain()
  }
  await Promise.all(fleet.map((tracker) => report(tracker)))
  expect(leftOf(fleet)).toBe(0)
  await stopWhenFollowed()
  expect(await unfollowed()).toEqual([])
  const wrong: unknown[] = []
  for (const { id } of fleet) {
    const { stored, truth } = await compareSegments(open, { organisation_id: 1, tracker_id: id })
    const shifts = { stored: await shiftsOf(id), truth: await trueShiftsOf(id) }
    const trips = await driversOf(id)
    const same = stored.join('\n') === truth.join('\n') && shifts.stored.join('\n') === shifts.truth.join('\n')
    if (!same || truth.length === 0 || shifts.truth.length !== 1 || trips.join() !== `${aroha.id},`)
      wrong.push({ id, stored, truth, shifts, trips })
  }
  expect(wrong).toEqual([])
}, 900_000)

/** After a while: a process that was killed counts as dead after a minute. */
async function startAgain(): Promise<void> {
  await sql`update gateway set alive_at = now() - interval '5 minutes' where not stopped`.execute(open.db)
  await server.start()
}

/**
 * A stop that takes longer than ten seconds, on a busy machine, leaves what it has not written to the next start; so does
 * one that comes between a report that is followed twice and its being found again.
 */
async function stopWhenFollowed(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    // In this order: a tracker that is taken over after it was counted is among those that wait.
    await expect.poll(async () => (await unread()) + (await waiting()), { timeout: 240_000, interval: 200 }).toBe(0)
    if ((await server.end('SIGTERM')) === 0 && (await unfollowed()).length === 0) return
    await startAgain()
  }
  throw new Error(`no stop left everything followed: ${server.output}`)
}

/** What is not acknowledged, in its order, until the server is gone. */
async function report(tracker: Tracker): Promise<void> {
  const { number, token, parts } = tracker
  const client = mqtt.connect(server.mqtt_url, { username: number, password: token, reconnectPeriod: 0 })
  client.on('error', () => {})
  const closed = new Promise<false>((resolve) => client.once('close', () => resolve(false)))
  while (parts.length > 0) {
    const sent = client.publishAsync(`trackers/${number}/position`, JSON.stringify(parts[0]), { qos: 1 })
    const acknowledged = sent.then(
      () => true,
      () => false,
    )
    if (!(await Promise.race([acknowledged, closed]))) break
    parts.shift()
  }
  client.end(true)
}

const leftOf = (fleet: Tracker[]) => fleet.reduce((sum, { parts }) => sum + parts.length, 0)

/** A key is read once, as the first trip begins: the second has no driver. */
function partsOf(seed: number): object[][] {
  const { fixes } = simulate(day, { every_s: 60, seed })
  const shift = Date.now() - 60_000 - fixes.at(-1)!.at
  const first = fixes.findIndex(({ ignition }) => ignition === true)
  const reports = fixes.map(({ at, lat, lon, speed, ignition, odometer }, i) => ({
    lat,
    lon,
    speed,
    ts: new Date(at + shift).toISOString(),
    attributes: { ignition, odometer, ...(i === first && { driver: 'a1-0001' }) },
  }))
  return Array.from({ length: Math.ceil(reports.length / PART) }, (_, i) => reports.slice(i * PART, (i + 1) * PART))
}

/** Reports and trackers that the server has still to follow. */
async function waiting(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const found = [...text.matchAll(/^ringfence_movement_(?:waiting|behind) (\d+)$/gm)]
  const values = found.map(([, value]) => Number(value))
  expect(values).toHaveLength(2)
  return values[0]! + values[1]!
}

/** Trackers that are to be found again, and those that reported to a killed process last: this one finds them by itself. */
async function unread(): Promise<number> {
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from tracker_state s
    left join movement_checkpoint c on c.organisation_id = s.organisation_id and c.tracker_id = s.tracker_id
    left join gateway g on g.id = c.gateway_id
    where c.dirty_from is not null or c.recompute_from is not null
      or ((c.through is null or c.through < s.judged_at)
        and (g.id is null or g.stopped or g.alive_at < now() - interval '1 minute'))`.execute(open.db)
  return rows[0]!.left
}

async function unfollowed(): Promise<unknown[]> {
  const { rows } = await sql`select s.tracker_id, s.judged_at, c.through, c.written_at, c.gateway_id, c.dirty_from,
      c.recompute_from
    from tracker_state s
    left join movement_checkpoint c on c.organisation_id = s.organisation_id and c.tracker_id = s.tracker_id
    where s.judged_at is not null and (c.dirty_from is not null or c.recompute_from is not null
      or c.through is null or c.through < s.judged_at)`.execute(open.db)
  return rows
}

async function shiftsOf(tracker_id: number): Promise<string[]> {
  const { rows } = await sql<Shift>`select key, (extract(epoch from began_at) * 1000)::float8 as began_at,
      (extract(epoch from ended_at) * 1000)::float8 as ended_at
    from driver_shift where tracker_id = ${tracker_id} order by began_at`.execute(open.db)
  return rows.map(lineOf)
}

async function trueShiftsOf(tracker_id: number): Promise<string[]> {
  let keys: Keys | undefined
  const shifts: Shift[] = []
  for await (const page of readFixes(open.db, { organisation_id: 1, tracker_id }, null)) {
    for (const fix of page) {
      const followed = followKeys(keys, fix)
      keys = followed.keys
      shifts.push(...followed.ended)
    }
  }
  const last = openShift(keys)
  return [...shifts, ...(last ? [last] : [])].map(lineOf)
}

/** Of its trips, by their time. */
async function driversOf(tracker_id: number): Promise<(number | null)[]> {
  const { rows } = await sql<{ driver_id: number | null }>`select driver_id from segment
    where tracker_id = ${tracker_id} and kind = 'trip' order by began_at`.execute(open.db)
  return rows.map(({ driver_id }) => (driver_id === null ? null : Number(driver_id)))
}

const lineOf = ({ key, began_at, ended_at }: Shift) => `${key} ${began_at} ${ended_at}`

/** Reports of a message. */
const PART = 6

type Shift = { key: string | null; began_at: number; ended_at: number | null }
type Tracker = { id: number; number: string; token: string; parts: object[][] }
