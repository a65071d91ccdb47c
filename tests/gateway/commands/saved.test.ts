import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveDue } from '#api/tracking/commands/weekly.ts'
import { type Orders, startOrders } from './orders.ts'

let orders: Orders
beforeAll(async () => {
  orders = await startOrders()
})
afterAll(() => orders.network.stop())

const client = () => orders.ours.administrator.client
const save = async (body: object) =>
  (await client().create('savedcommand', { name: 'Nightly', type: 'reboot', ...body } as never)).data
const read = async (id: number) => (await client().read('savedcommand', id)).data
const everyDay = { weekdays: [1, 2, 3, 4, 5, 6, 7], at: '03:30' }

/** As if it were due for some hours, found by two processes at once. */
async function due(id: number, hours: number) {
  const next_at = sql<string>`now() - make_interval(hours => ${hours}::int)`
  await orders.network.db.updateTable('saved_command').set({ next_at }).where('id', '=', id).execute()
  const { context } = orders.network.server.api
  await Promise.all([giveDue(context), giveDue(context)])
  await giveDue(context)
}

describe('a saved command on days of the week', () => {
  it('is given once to those of a group that take it, and waits for its next time', async () => {
    const { client } = orders.ours.administrator
    const group = (await client.create('trackergroup', { organisation_id: orders.ours.id, name: 'North' })).data.id
    const below = { organisation_id: orders.ours.id, name: 'Depot', parent_id: group }
    const depot = (await client.create('trackergroup', below)).data.id
    const truck = await orders.register({ transports: ['gt06'], group_id: depot })
    const phone = await orders.register({ transports: ['osmand_token'], group_id: group })
    const saved = await save({ ...everyDay, group_id: group })
    expect(Date.parse(saved.next_at!) - Date.now()).toBeGreaterThan(0)
    await due(saved.id, 3)
    expect(await orders.listOf(truck.id)).toMatchObject([
      { type: 'reboot', state: 'queued', created_by: expect.any(String) },
    ])
    expect(await orders.listOf(phone.id)).toEqual([])
    const after = await read(saved.id)
    expect(after).toMatchObject({ last_accepted: 1, last_reason: 'its protocols have no such command' })
    expect(Date.parse(after.next_at!)).toBeGreaterThan(Date.now())
  })

  it('that was due more than a day ago is left out', async () => {
    const { id: tracker_id } = await orders.register({ transports: ['gt06'] })
    const { id } = await save({ ...everyDay, tracker_id })
    await due(id, 25)
    expect(await orders.listOf(tracker_id)).toEqual([])
    expect(await read(id)).toMatchObject({ last_accepted: 0, last_reason: expect.stringContaining('more than a day') })
  })

  it('is not given for someone who does not administer the organisation any more', async () => {
    const { id: tracker_id } = await orders.register({ transports: ['gt06'] })
    const { id } = await save({ ...everyDay, tracker_id })
    const owner_user_id = orders.ours.staff.id
    await orders.network.db.updateTable('saved_command').set({ owner_user_id }).where('id', '=', id).execute()
    await due(id, 1)
    expect(await orders.listOf(tracker_id)).toEqual([])
    expect(await read(id)).toMatchObject({ last_reason: expect.stringContaining('does not administer') })
  })

  it.each([
    [{ type: 'engine_stop' }, 'weekdays'],
    [{ type: 'custom', text: 'RELAY,1#' }, 'weekdays'],
    [{ at: null }, 'at'],
    [{ tracker_id: null }, 'tracker_id'],
    [{ tracker_id: 999_999 }, 'tracker_id'],
    [{ group_id: 999_999, tracker_id: null }, 'group_id'],
    [{ type: 'output', fields: { output: 1, on: true } }, 'type'],
    [{ type: 'interval', fields: { interval_s: -1 } }, 'fields'],
    [{ type: 'custom' }, 'text'],
    [{ weekdays: [8] }, 'weekdays.0'],
  ])('refuses %o', async (more, field) => {
    const { id: tracker_id } = await orders.register({ transports: ['gt06'] })
    await expect(save({ ...everyDay, tracker_id, ...more })).rejects.toMatchObject({ status: 400, field })
  })
})

it('that may stop a vehicle is kept, and changed to another', async () => {
  const { id, next_at } = await save({ type: 'engine_stop' })
  expect(next_at).toBeNull()
  await client().update('savedcommand', { id, name: 'Let go', type: 'engine_resume' })
  expect(await read(id)).toMatchObject({ name: 'Let go', type: 'engine_resume', weekdays: [] })
})
