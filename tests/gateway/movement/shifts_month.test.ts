import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { archiveOf, atOnce } from '../../db/history/days.ts'
import { type Device, type Network, startNetwork, startTracker } from '../../network.ts'
import { driveAt, park, simulate } from './simulated.ts'
import { followAll } from './truth.ts'

const DAYS = 30
/** Aroha and Tama have each a key; the one of Hine is known only when the month is over. */
const KEYS = { Aroha: 'A10001', Tama: 'B20002', Hine: 'C30003' } as const
const names = Object.keys(KEYS) as (keyof typeof KEYS)[]

let network: Network
beforeAll(async () => {
  network = await startNetwork({ HTTP_RATE: '100000' })
})
afterAll(() => network.stop())

/**
 * A month of two shifts a day, each of two trips with a short pause; the key is read once, as the first begins. Of a third of
 * the shifts it comes a day late, of a seventh never.
 */
function planMonth(seed: number): Month {
  const parts = Array.from({ length: DAYS }, () => [
    driveAt(13, 20),
    park(10),
    driveAt(15, 15),
    park(60, { every_s: 300 }),
    driveAt(12, 25),
    park(12),
    driveAt(14, 15),
    park(24 * 60 - 157, { every_s: 300 }),
  ]).flat()
  const { fixes } = simulate(parts, { every_s: 60, seed })
  const shift = Date.now() - 3_600_000 - fixes.at(-1)!.at
  const reports: Report[] = []
  const shifts: Shift[] = []
  let trips = 0
  for (const [i, { at, lat, lon, speed, ignition, odometer }] of fixes.entries()) {
    const was_on = fixes[i - 1]?.ignition === true
    const moment = at + shift
    const report: Report = { at: moment, is_late: false, sent: { lat, lon, speed, ts: new Date(moment).toISOString() } }
    const attributes: Record<string, unknown> = { ignition, odometer }
    if (ignition && !was_on && trips++ % 2 === 0) {
      const n = shifts.length
      const is_lost = (n + seed) % 7 === 6
      report.is_late = !is_lost && (n + seed) % 3 === 1
      const name = names[(n + seed) % names.length]!
      if (!is_lost) attributes.driver = KEYS[name]
      shifts.push({ name: is_lost ? null : name, began_at: moment, ended_at: 0 })
    }
    if (!ignition && was_on) shifts.at(-1)!.ended_at = moment
    reports.push({ ...report, sent: { ...report.sent, attributes } })
  }
  return { reports, shifts }
}

/** Day by day; what is late comes with the day after. */
async function send(device: Device, { reports }: Month, day: number, begins: number): Promise<void> {
  const of = (n: number) => reports.filter(({ at }) => Math.floor((at - begins) / 86_400_000) === n)
  const due = [...of(day).filter(({ is_late }) => !is_late), ...of(day - 1).filter(({ is_late }) => is_late)]
  for (let from = 0; from < due.length; from += 50)
    await device.report(due.slice(from, from + 50).map(({ sent }) => sent))
}

async function shiftsOf(tracker_id: number): Promise<string[]> {
  const { rows } = await sql<{ key: string; name: string | null; began_at: Date; ended_at: Date }>`
    select d.key, r.name, d.began_at, d.ended_at from driver_shift d left join driver r on r.id = d.driver_id
    where d.tracker_id = ${tracker_id} order by d.began_at`.execute(network.db)
  return rows.map(({ key, name, began_at, ended_at }) => `${key} ${name} ${clock(began_at)} ${clock(ended_at)}`)
}

/** Who drove each trip, in their order. */
async function driversOf(tracker_id: number): Promise<(string | null)[]> {
  const { rows } = await sql<{
    name: string | null
  }>`select r.name from segment s left join driver r on r.id = s.driver_id
    where s.tracker_id = ${tracker_id} and s.kind = 'trip' order by s.began_at`.execute(network.db)
  return rows.map(({ name }) => name)
}

const clock = (at: Date | number) => new Date(at).toISOString()

it('a month of keys that come once, late or never: each shift and the driver of each trip, also of closed days', async () => {
  const made = { organisation_id: 1, keys: [] as string[] }
  for (const name of names.slice(0, 2)) await network.admin.create('driver', { ...made, name, keys: [KEYS[name]] })
  const fleet = await Promise.all(
    [0, 1, 2].map(async (seed) => ({ device: await startTracker(network, `truck ${seed}`), month: planMonth(seed) })),
  )
  const begins = Math.min(...fleet.map(({ month }) => month.reports[0]!.at))
  const archive = archiveOf(network.db, network.server.history)
  for (let day = 0; day <= DAYS; day++) {
    for (const { device, month } of fleet) await send(device, month, day, begins)
    await followAll(network)
    // The days so far become files: what is late is of a day that is closed.
    if (day % 10 === 9) await archive.run(new Date(begins + (day + 3) * 86_400_000), { policy: atOnce })
  }
  const { data: hine } = await network.admin.create('driver', { ...made, name: 'Hine', keys: [KEYS.Hine] })
  expect(hine.keys).toEqual([KEYS.Hine])

  const check = async () => {
    for (const { device, month } of fleet) {
      const known = month.shifts.filter(({ name }) => name !== null)
      expect(await shiftsOf(device.id)).toEqual(
        known.map(({ name, began_at, ended_at }) => `${KEYS[name!]} ${name} ${clock(began_at)} ${clock(ended_at)}`),
      )
      expect(await driversOf(device.id)).toEqual(month.shifts.flatMap(({ name }) => [name, name]))
    }
  }
  await check()
  const { rows } = await sql<{ closed: number }>`select count(*)::int as closed from event_archive`.execute(network.db)
  expect(rows[0]!.closed).toBeGreaterThan(15)

  // Found again from the first report on, which is in a file, all is the same.
  await sql`update movement_checkpoint set dirty_from = ${clock(begins)}, dirty_until = now()`.execute(network.db)
  await followAll(network)
  await check()
  for (const { device } of fleet) await device.stop()
}, 240_000)

type Report = { at: number; is_late: boolean; sent: Record<string, unknown> }
type Shift = { name: keyof typeof KEYS | null; began_at: number; ended_at: number }
type Month = { reports: Report[]; shifts: Shift[] }
