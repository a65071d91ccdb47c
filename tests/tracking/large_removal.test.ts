import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { addEvents } from '../db/history/days.ts'
import { holdsOf, longOf } from '../holds.ts'
import type { Network } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

const EVENTS = 2500
const ALERTS = 1300

let network: Network
let ours: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
})

async function makeTracker(number: string): Promise<number> {
  const { id } = (await ours.user.client.create('tracker', { number })).data
  await addEvents(network.db, { organisation_id: ours.id, tracker_ids: [id] }, '2027-03-01', EVENTS)
  await sql`insert into alert (organisation_id, tracker_id, kind, alarm, started_at, raised_at, ended_at)
    select ${ours.id}, ${id}, 'alarm', 'sos', now(), now(), now() from generate_series(1, ${ALERTS}::int)`.execute(
    network.db,
  )
  return id
}

const left = async (id: number) => {
  const { rows } = await sql<{ n: number }>`select (select count(*)::int from tracker_event where tracker_id = ${id})
    + (select count(*)::int from alert where tracker_id = ${id}) as n`.execute(network.db)
  return rows[0]!.n
}

it('a tracker with many events and alerts is deleted in short transactions', async () => {
  const [gone, kept] = [await makeTracker('gone'), await makeTracker('kept')]
  const { holds } = await holdsOf(network, () => ours.user.client.remove('tracker', gone))
  expect(longOf(holds)).toEqual([])
  expect(await left(gone)).toBe(0)
  await expect(ours.user.client.read('tracker', gone)).rejects.toMatchObject({ status: 404 })

  // Who may not delete it deletes nothing of it.
  const refused = { [ours.customer.username]: 404, [ours.staff.username]: 403 }
  for (const { username, client } of [ours.customer, ours.staff]) {
    await expect(client.remove('tracker', kept)).rejects.toMatchObject({ status: refused[username] })
  }
  await expect(
    ours.user.client.call('DELETE', 'tracker', { id: kept, modified_at: '2020-01-01T00:00:00Z' }),
  ).rejects.toMatchObject({ code: 'outdated' })
  expect(await left(kept)).toBe(EVENTS + ALERTS)
})
