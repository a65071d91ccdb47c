import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenDatabase, openDatabase } from '#db/open.ts'
import { copyTemplate } from '../../network.ts'
import { makeProcess, type ServerProcess } from '../../process.ts'
import { driveAt, park, simulate } from './simulated.ts'
import { compareSegments } from './truth.ts'

/** More with `KILL_ROUNDS`. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 2)
const TRACKERS = 6
const day = [park(60), driveAt(12, 25), park(30), driveAt(9, 20, { lights: true }), park(90), driveAt(20, 30), park(40)]

const data_dir = mkdtempSync(join(tmpdir(), 'ringfence-movement-'))
let database: Awaited<ReturnType<typeof copyTemplate>>
let open: OpenDatabase
let servers: [ServerProcess, ServerProcess]

beforeAll(async () => {
  database = await copyTemplate()
  const env = { DATABASE_URL: database.url, DATA_DIR: data_dir, JWT_SECRET: 'x'.repeat(64) }
  servers = [await makeProcess(env), await makeProcess(env)]
  await servers[0].start()
  await servers[1].start()
  open = await openDatabase({ database_url: database.url, data_dir })
}, 240_000)
afterAll(async () => {
  for (const server of servers ?? []) {
    await server.end('SIGKILL')
    server.remove()
  }
  await open?.close()
  await database?.drop()
  rmSync(data_dir, { recursive: true, force: true })
})

it(
  'has the segments of its reports, though two processes take turns, late ones come and one is killed at any moment',
  async () => {
    const admin = await servers[0].admin()
    const fleet: Tracker[] = []
    for (let i = 0; i < TRACKERS; i++) {
      const { data } = await admin.create('tracker', { number: `killed-${i}` })
      fleet.push({ id: data.id, number: data.number, token: data.device_token as string, reports: reportsOf(i + 1) })
    }
    for (let round = 0; round < ROUNDS; round++) {
      const victim = servers[round % 2]!
      const reported = Promise.all(fleet.map((tracker, i) => report(tracker, servers[(i + round) % 2]!, round)))
      await sleep(500 + Math.random() * 5000)
      await victim.end('SIGKILL')
      await reported
      // Time passes: a process that is killed counts as dead after a minute.
      await sql`update gateway set alive_at = now() - interval '5 minutes' where not stopped`.execute(open.db)
      await victim.start()
    }
    for (const tracker of fleet) await finish(tracker, servers[1])
    await servers[0].end('SIGTERM')
    await expect.poll(() => unfollowed(), { timeout: 120_000, interval: 1000 }).toBe(0)
    await servers[1].end('SIGTERM')
    for (const { id, reports } of fleet) {
      const key = { organisation_id: 1, tracker_id: id }
      const { rows } = await sql<{ events: number }>`select count(*)::int as events from tracker_event
        where organisation_id = 1 and tracker_id = ${id}`.execute(open.db)
      expect(rows[0]!.events).toBe(reports.length)
      const { stored, truth } = await compareSegments(open, key)
      // An open one has its counters up to the last write.
      expect(stored).toEqual(truth)
      expect(await daysAgree(id)).toBe(true)
    }
  },
  300_000 + ROUNDS * 60_000,
)

/** A third of what is left, some of it held back: it comes late. What was not acknowledged is sent again. */
async function report(tracker: Tracker, server: ServerProcess, round: number): Promise<void> {
  const end = Math.ceil((tracker.reports.length * (round + 1)) / (ROUNDS + 1))
  const waiting = tracker.reports.slice(0, end).filter((one) => !one.done && Math.random() > 0.1)
  const client = connect(tracker, server)
  for (let at = 0; at < waiting.length; at += 20) {
    const part = waiting.slice(at, at + 20)
    if (await publish(client, tracker, part)) for (const one of part) one.done = true
    else break
    await sleep(50)
  }
  client.end(true)
}

async function finish(tracker: Tracker, server: ServerProcess): Promise<void> {
  const client = connect(tracker, server)
  const waiting = tracker.reports.filter(({ done }) => !done)
  for (let at = 0; at < waiting.length; at += 50) {
    expect(await publish(client, tracker, waiting.slice(at, at + 50))).toBe(true)
  }
  client.end(true)
}

function connect({ number, token }: Tracker, server: ServerProcess): MqttClient {
  const client = mqtt.connect(server.mqtt_url, { username: number, password: token, reconnectPeriod: 0 })
  client.on('error', () => {})
  client.setMaxListeners(1000)
  return client
}

/** @returns whether it was acknowledged */
function publish(client: MqttClient, { number }: Tracker, part: Sent[]): Promise<boolean> {
  const message = JSON.stringify(part.map(({ report }) => report))
  return Promise.race([
    client.publishAsync(`trackers/${number}/position`, message, { qos: 1 }).then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => client.once('close', () => resolve(false))),
  ])
}

/** Trackers of which something is still to be followed. */
async function unfollowed(): Promise<number> {
  // As if each had waited for its turn to be looked through.
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from tracker_state s
    left join movement_checkpoint c on c.organisation_id = s.organisation_id and c.tracker_id = s.tracker_id
    where s.judged_at is not null and (c.dirty_from is not null or c.recompute_from is not null
      or c.through is null or c.gateway_id is null)`.execute(open.db)
  return rows[0]!.left
}

/** Whether the kilometres of days are those of trips and gaps. */
async function daysAgree(tracker_id: number): Promise<boolean> {
  const { rows } = await sql<{ days: number; segments: number }>`
    select (select sum(distance_m) from tracker_day where tracker_id = ${tracker_id})::float8 as days,
      (select sum(distance_m) from segment where tracker_id = ${tracker_id} and kind in ('trip', 'gap'))::float8
        as segments`.execute(open.db)
  return Math.abs(rows[0]!.days - rows[0]!.segments) < 0.01
}

function reportsOf(seed: number): Sent[] {
  const { fixes } = simulate(day, { every_s: 30, seed })
  const shift = Date.now() - 60_000 - fixes.at(-1)!.at
  return fixes.map(({ at, lat, lon, speed, ignition, odometer }) => ({
    report: { lat, lon, speed, ts: new Date(at + shift).toISOString(), attributes: { ignition, odometer } },
    done: false,
  }))
}

type Sent = { report: object; done: boolean }
type Tracker = { id: number; number: string; token: string; reports: Sent[] }
