import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { settleAll } from '#db/maintenance/settle.ts'
import { makeRandom } from '../../../scripts/simulate/random.ts'
import type { Network } from '../../network.ts'
import { makeOrganisation, type Organisation } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

const DAYS = 365
const TRACKERS = 5

let network: Network
let ours: Organisation
let client: Organisation['administrator']['client']
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'a year')
  client = ours.administrator.client
})

const plans = [
  { name: 'Service', every_m: 10_000_000, every_days: 180 },
  { name: 'Oil', every_h: 120 },
  { name: 'Tyres', every_m: 25_000_000 },
  { name: 'Inspection', every_days: 60 },
]

/** Another way to the same answer: each day's driving by tracker, and what was done when, as plain lists. */
class Book {
  /** Kilometres by tracker and day; an hour is 50 of them. */
  readonly km = Array.from({ length: TRACKERS }, () => new Array<number>(DAYS).fill(0))
  readonly done: Done[] = []
  /** The trackers of the group that the plans are for. */
  readonly members = new Set([0, 1, 2, 3, 4])
  raised = 0
  #open = new Set<string>()

  /** What was driven after something was entered, on its own day and since. */
  since(entry: Pick<Done, 'tracker' | 'day' | 'km_of_day'>, today: number): number {
    let sum = Math.max(0, this.km[entry.tracker]![entry.day]! - entry.km_of_day)
    for (let day = entry.day + 1; day <= today; day++) sum += this.km[entry.tracker]![day]!
    return sum
  }

  odometer(tracker: number, today: number): number | null {
    const last = this.done.findLast((each) => each.tracker === tracker && each.odometer !== null)
    return last ? last.odometer! + this.since(last, today) : null
  }

  isDue(tracker: number, plan: number, today: number): boolean {
    const { every_m, every_h, every_days } = plans[plan]!
    const last = this.done.findLast((each) => each.tracker === tracker && each.plan === plan)
    const driven = this.since(last ?? { tracker, day: 0, km_of_day: 0 }, today)
    const km = last && last.odometer !== null ? this.odometer(tracker, today)! - last.odometer : driven
    const days = today - (last?.day ?? 0)
    const ends = [
      [every_m && every_m / 1000, km],
      [every_h && every_h * 50, driven],
      [every_days, days],
    ] as const
    return ends.some(([every, used]) => every !== undefined && used >= every)
  }

  /** Which alerts are open; one that was not before is raised. */
  settle(today: number): string[] {
    const due = new Set<string>()
    for (const tracker of this.members)
      for (const plan of plans.keys()) if (this.isDue(tracker, plan, today)) due.add(keyOf(tracker, plan))
    for (const key of due) if (!this.#open.has(key)) this.raised++
    this.#open = due
    return [...due].toSorted()
  }
}

const keyOf = (tracker: number, plan: number) => `${tracker} ${plans[plan]!.name}`

/** A day has passed: all that is stored is a day older. */
async function passDay(): Promise<void> {
  const of_ours = sql`where organisation_id = ${ours.id}`
  // In two steps, since a row may not take the place of another within a statement.
  await sql`update tracker_day set day = day - 1001 ${of_ours}`.execute(network.db)
  await sql`update tracker_day set day = day + 1000 ${of_ours}`.execute(network.db)
  await sql`update maintenance_done set done_on = done_on - 1 ${of_ours}`.execute(network.db)
  await sql`update maintenance_plan set starts_on = starts_on - 1 ${of_ours}`.execute(network.db)
}

const writeDay = (tracker_id: number, days_ago: number, km: number) =>
  sql`insert into tracker_day (organisation_id, tracker_id, day, distance_m, estimated_m, driving_s, idle_s, stops, visits)
    select o.id, ${tracker_id}, (now() at time zone o.timezone)::date - ${days_ago}::int, ${km * 1000}, 0,
      ${km * 72}, 0, 0, 0 from organisation o where o.id = ${ours.id}
    on conflict (organisation_id, tracker_id, day) do update
      set distance_m = excluded.distance_m, driving_s = excluded.driving_s`.execute(network.db)

it('a year of maintenance: each due is raised once, ends when it was done, and agrees with a book kept by hand', async () => {
  const random = makeRandom(7)
  const book = new Book()
  const { data: group } = await client.create('trackergroup', { organisation_id: ours.id, name: 'Trucks' })
  const { data: yard } = await client.create('trackergroup', { organisation_id: ours.id, name: 'Sold' })
  const ids: number[] = []
  for (let tracker = 0; tracker < TRACKERS; tracker++) {
    const made = { organisation_id: ours.id, number: `Y${tracker}`, name: `${tracker}`, group_id: group.id }
    ids.push((await client.create('tracker', made)).data.id)
  }
  const plan_ids: number[] = []
  for (const plan of plans) {
    const made = { organisation_id: ours.id, group_id: group.id, ...plan }
    plan_ids.push((await client.create('maintenanceplan', made)).data.id)
  }
  const alertsOf = async () => {
    const { rows } = await sql<{ key: string; is_open: boolean; messages: number }>`
      select t.name || ' ' || a.maintenance as key, a.ended_at is null as is_open,
        (select count(*)::int from message m where m.alert_id = a.id) as messages
      from alert a join tracker t on t.organisation_id = a.organisation_id and t.id = a.tracker_id
      where a.organisation_id = ${ours.id} and a.kind = 'maintenance_due'`.execute(network.db)
    return rows
  }
  const openOnes = async () =>
    (await alertsOf())
      .filter(({ is_open }) => is_open)
      .map(({ key }) => key)
      .toSorted()
  const write = async (tracker: number, day: number, today: number, km: number) => {
    book.km[tracker]![day] = km
    await writeDay(ids[tracker]!, today - day, km)
  }
  const enter = async (tracker: number, plan: number | null, today: number, odometer: number | null) => {
    const known = odometer ?? book.odometer(tracker, today)
    const { data } = await client.create('maintenancedone', {
      tracker_id: ids[tracker]!,
      ...(plan !== null && { maintenance_plan_id: plan_ids[plan]! }),
      ...(odometer !== null && { odometer_m: odometer * 1000 }),
    })
    expect(data.odometer_m).toEqual(known === null ? null : known * 1000)
    book.done.push({ id: data.id, tracker, plan, day: today, km_of_day: book.km[tracker]![today]!, odometer: known })
    return data.id
  }

  for (let today = 0; today < DAYS; today++) {
    if (today > 0) await passDay()
    const is_weekend = today % 7 > 4
    for (let tracker = 0; tracker < TRACKERS; tracker++) {
      if (!is_weekend && random() < 0.9) await write(tracker, today, today, 20 + Math.floor(random() * 300))
      // Reports of a device that was out of reach.
      const past = today - 1 - Math.floor(random() * 6)
      if (past >= 0 && random() < 0.05) await write(tracker, past, today, book.km[tracker]![past]! + 40)
    }
    // The odometer of the first tracker is read each month and is some kilometres ahead of what was counted.
    if (today % 30 === 15) await enter(0, null, today, (book.odometer(0, today) ?? 80_000) + 35)
    if (today === 150 || today === 210) {
      await client.update('tracker', { id: ids[4]!, group_id: today === 150 ? yard.id : group.id })
      if (today === 150) book.members.delete(4)
      else book.members.add(4)
    }
    await Promise.all([settleAll(network.db), settleAll(network.db)])
    const due = book.settle(today)
    expect([today, await openOnes()]).toEqual([today, due])

    for (const key of due) {
      if (random() > 0.25) continue
      const [tracker, plan] = [Number(key[0]), plans.findIndex(({ name }) => key.endsWith(name))]
      const id = await enter(tracker, plan, today, null)
      // Entered for the wrong truck, and taken back: it is due again, which is raised again.
      if (random() < 0.1) {
        book.settle(today)
        await client.remove('maintenancedone', id)
        book.done.splice(
          book.done.findIndex((each) => each.id === id),
          1,
        )
      } else await write(tracker, today, today, book.km[tracker]![today]! + 15)
      await settleAll(network.db)
      book.settle(today)
    }
    expect([today, await openOnes()]).toEqual([today, book.settle(today)])
  }
  const all = await alertsOf()
  expect(all).toHaveLength(book.raised)
  expect(book.raised).toBeGreaterThan(60)
  // Those beyond the organisation's limit for an hour are no messages.
  await expect.poll(async () => (await alertsOf()).some(({ messages }) => messages === 1)).toBe(true)
  expect((await alertsOf()).filter(({ messages }) => messages > 1)).toEqual([])
}, 240_000)

/** `plan` is null for a reading alone; `km_of_day` what was driven that day before. Kilometres. */
type Done = {
  id: number
  tracker: number
  plan: number | null
  day: number
  km_of_day: number
  odometer: number | null
}
