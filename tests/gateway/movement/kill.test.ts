import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Archive } from '#db/history/archive.ts'
import { attachHistory } from '#db/history/of.ts'
import { type HistoryStore, openHistory } from '#db/history/store.ts'
import { type OpenDatabase, openDatabase } from '#db/open.ts'
import { makeDays } from '#db/partitions.ts'
import { atOnce } from '../../db/history/days.ts'
import { copyTemplate } from '../../network.ts'
import { makeProcess, type ServerProcess } from '../../process.ts'
import { driveAt, park, simulate } from './simulated.ts'
import { compareSegments } from './truth.ts'

/** More with `KILL_ROUNDS` and `KILL_TRACKERS`. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 2)
const TRACKERS = Number(process.env.KILL_TRACKERS ?? 6)
/** Three days, of which the first are closed while they are reported. */
const days = Array.from({ length: 3 }, () => [
  park(500),
  driveAt(12, 25),
  park(30),
  driveAt(9, 20, { lights: true }),
  park(400),
  driveAt(20, 60),
  park(405),
]).flat()

const data_dir = mkdtempSync(join(tmpdir(), 'ringfence-movement-'))
let database: Awaited<ReturnType<typeof copyTemplate>>
let open: OpenDatabase
let store: HistoryStore
let servers: [ServerProcess, ServerProcess]

beforeAll(async () => {
  database = await copyTemplate()
  const env = { DATABASE_URL: database.url, DATA_DIR: data_dir, JWT_SECRET: 'x'.repeat(64) }
  servers = [await makeProcess(env), await makeProcess(env)]
  await servers[0].start()
  await servers[1].start()
  open = await openDatabase({ database_url: database.url, data_dir })
  store = await openHistory({ data_dir, s3_url: null })
  attachHistory([open.db], store)
  await makeDays(open.db, new Date(Date.now() - 4 * DAY_MS), new Date())
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
  'has the segments of its reports, though two processes take turns, days are closed, thousands come late and one is killed',
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
      await sleep(500 + Math.random() * 3000)
      await closeDays()
      await sleep(Math.random() * 1000)
      await victim.end('SIGKILL')
      await reported
      // Time passes: a process that is killed counts as dead after a minute.
      await sql`update gateway set alive_at = now() - interval '5 minutes' where not stopped`.execute(open.db)
      await victim.start()
    }
    await Promise.all(fleet.map((tracker) => finish(tracker, servers[1])))
    await closeDays()
    await servers[0].end('SIGTERM')
    await servers[1].end('SIGTERM')
    // What was not followed yet when they stopped is read from history.
    await servers[0].start()
    await expect.poll(() => unfollowed(), { timeout: 120_000, interval: 1000 }).toBe(0)
    await servers[0].end('SIGTERM')
    for (const { id, reports } of fleet) {
      const key = { organisation_id: 1, tracker_id: id }
      const { stored, truth, fixes } = await compareSegments(open, key)
      expect(fixes).toBe(reports.length)
      expect(stored).toEqual(truth)
      expect(await daysAgree(id)).toBe(true)
    }
  },
  300_000 + ROUNDS * 60_000,
)

/** Moves what is older than a day into files, as an installation does each night; late reports of it, too. */
async function closeDays(): Promise<void> {
  const archive = new Archive({ db: open.db, store, close_days: 1, merge_rows: 1000 })
  expect(await archive.run(new Date(), { policy: atOnce })).not.toBeNull()
}

/** A third of what is left, some of it held back: it comes late. What was not acknowledged is sent again. */
async function report(tracker: Tracker, server: ServerProcess, round: number): Promise<void> {
  const end = Math.ceil((tracker.reports.length * (round + 1)) / (ROUNDS + 1))
  const waiting = tracker.reports.slice(0, end).filter((one) => !one.done && Math.random() > 0.15)
  const client = connect(tracker, server)
  for (let at = 0; at < waiting.length; at += PART) {
    const part = waiting.slice(at, at + PART)
    if (await publish(client, tracker, part)) for (const one of part) one.done = true
    else break
    await sleep(50)
  }
  client.end(true)
}

async function finish(tracker: Tracker, server: ServerProcess): Promise<void> {
  const client = connect(tracker, server)
  const waiting = tracker.reports.filter(({ done }) => !done)
  for (let at = 0; at < waiting.length; at += PART) {
    expect(await publish(client, tracker, waiting.slice(at, at + PART))).toBe(true)
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
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from tracker_state s
    left join movement_checkpoint c on c.organisation_id = s.organisation_id and c.tracker_id = s.tracker_id
    where s.judged_at is not null and (c.dirty_from is not null or c.recompute_from is not null
      or c.through is null or c.through < s.judged_at)`.execute(open.db)
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
  const { fixes } = simulate(days, { every_s: 60, seed })
  const shift = Date.now() - 60_000 - fixes.at(-1)!.at
  return fixes.map(({ at, lat, lon, speed, ignition, odometer }) => ({
    report: { lat, lon, speed, ts: new Date(at + shift).toISOString(), attributes: { ignition, odometer } },
    done: false,
  }))
}

/** Reports of a message. */
const PART = 50
const DAY_MS = 86_400_000

type Sent = { report: object; done: boolean }
type Tracker = { id: number; number: string; token: string; reports: Sent[] }
