import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Orders, startOrders, welcome } from './orders.ts'

let orders: Orders
beforeAll(async () => {
  orders = await startOrders()
})
afterAll(() => orders.network.stop())

it('another device takes the place of the one before, which is unknown from then on', async () => {
  const { client } = orders.ours.administrator
  const other = await orders.register({ transports: ['gt06'] })
  const { id, number, token } = await orders.register({ transports: ['gt06'], name: 'Truck 7' })
  const command = await orders.order(id, 'STATUS#')
  const replace = (body: object) => client.act('POST tracker/replace', { id, ...body } as never)
  await expect(replace({ number: other.number })).rejects.toMatchObject({ status: 472, field: 'number' })
  await expect(replace({ number })).rejects.toMatchObject({ status: 400, field: 'number' })
  const { data } = await replace({ number: '700000000099999' })
  expect(data.device_token).not.toBe(token)
  expect((await client.read('tracker', id)).data).toMatchObject({ name: 'Truck 7', number: '700000000099999' })
  expect(await orders.read(command)).toMatchObject({ state: 'failed', reason: 'the device was replaced' })
  const device = orders.signIn('700000000099999')
  await device.receives(welcome)
  device.end()
  const before = orders.signIn(number)
  const unknown = () =>
    orders.network.db.selectFrom('unknown_device').select('number').where('number', '=', number).execute()
  await expect.poll(unknown).toHaveLength(1)
  before.end()
  const { data: log } = await client.list('auditlog', { entity: 'tracker', entity_id: id } as never)
  const entry = log.find(({ action }: { action: string }) => action === 'tracker.replace')
  expect(entry).toMatchObject({ details: { from: number, to: '700000000099999' } })
})
