import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeFrame } from '#gateway/protocols/gt06/wire.ts'
import { PASSWORD } from '../../seeds/people.ts'
import { gt06 } from '../device.ts'
import { encoded, type Orders, startOrders, welcome } from './orders.ts'

let orders: Orders
beforeAll(async () => {
  orders = await startOrders()
})
afterAll(() => orders.network.stop())

const send = (body: object) => orders.ours.administrator.client.act('POST trackercommand/send', body as never)
const registerGt06 = () => orders.register({ transports: ['gt06'] })
const stopping = { type: 'engine_stop', why: 'Stolen, the police are there', password: PASSWORD }

/** A position with its age in seconds, and its speed in kilometres an hour. */
function position(ago_s: number, speed: number, serial: number): Buffer {
  const at = new Date(Date.now() - ago_s * 1000)
  const body = Buffer.alloc(18)
  body.set([at.getUTCFullYear() - 2000, at.getUTCMonth() + 1, at.getUTCDate()])
  body.set([at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds(), 0xc8], 3)
  body.writeUInt32BE(Math.round(36.8 * 1_800_000), 7)
  body.writeUInt32BE(Math.round(174.7 * 1_800_000), 11)
  body[15] = speed
  body.writeUInt16BE(0x1000 | 90, 16)
  return writeFrame(0x10, serial, body)
}

const firstOf = async (tracker_id: number) => (await orders.listOf(tracker_id))[0]!

describe('a command by name', () => {
  it('is in the catalogue of its protocol, and arrives in the words of it', async () => {
    const { id, number } = await registerGt06()
    const { data } = await orders.ours.administrator.client.act('GET trackercommand/catalogue', { tracker_id: id })
    expect(data.map(({ name, dangerous }) => [name, dangerous])).toEqual([
      ['position', false],
      ['interval', false],
      ['reboot', false],
      ['engine_stop', true],
      ['engine_resume', false],
      ['apn', false],
      ['server', false],
    ])
    const device = orders.signIn(number)
    await device.receives(welcome)
    await send({ tracker_ids: [id], type: 'apn', fields: { apn: 'internet' } })
    await device.receives(welcome + encoded('APN,internet#'))
    device.end()
  })

  it('is refused with a reason by trackers that do not take it, and the others get it', async () => {
    const phone = await orders.register({ transports: ['osmand_token'] })
    const truck = await registerGt06()
    const both = { tracker_ids: [phone.id, truck.id], type: 'reboot' }
    const refused = [{ tracker_id: phone.id, name: phone.number, reason: 'its protocols have no such command' }]
    expect((await send({ ...both, dry_run: true })).data).toEqual({
      batch: null,
      dangerous: false,
      accepted: 1,
      refused,
    })
    expect(await orders.listOf(truck.id)).toEqual([])
    const { data } = await send(both)
    expect(data).toMatchObject({ accepted: 1, refused })
    const { client } = orders.ours.administrator
    expect((await client.act('POST trackercommand/stop', { batch: data.batch! })).data).toEqual({ stopped: 1 })
    expect(await firstOf(truck.id)).toMatchObject({ state: 'failed', reason: 'it was stopped' })
  })

  it('waits for its time, and fails where who gave it has lost the right since', async () => {
    const { id, number } = await registerGt06()
    const later = new Date(Date.now() + 3_600_000).toISOString()
    await send({ tracker_ids: [id], type: 'reboot', send_at: later })
    await send({ tracker_ids: [id], type: 'position' })
    const device = orders.signIn(number)
    await device.receives(welcome + encoded('WHERE#'))
    const reboot = await firstOf(id)
    expect(reboot).toMatchObject({ state: 'queued', sent_at: null })
    const author = orders.ours.user.id
    await sql`update tracker_command set send_at = now(), created_by_user_id = ${author} where id = ${reboot.id}`.execute(
      orders.network.db,
    )
    await orders.becomes(reboot.id, { state: 'failed', reason: 'who gave it may no longer change this tracker' })
    device.end()
  })
})

describe('a command that may stop a vehicle', () => {
  it('waits until the tracker has stood for a minute; its reason is in the log', async () => {
    const { id, number } = await registerGt06()
    await send({ tracker_ids: [id], ...stopping })
    const device = orders.signIn(number)
    device.send(Buffer.concat([position(90, 40, 1), position(5, 0, 2)]))
    const acknowledged = welcome + gt06.answer(0x10, 1) + gt06.answer(0x10, 2)
    await device.receives(acknowledged)
    // Another command passes it: it was evaluated, and waits.
    await send({ tracker_ids: [id], type: 'position' })
    await device.receives(acknowledged + encoded('WHERE#'))
    const command = await firstOf(id)
    expect(command).toMatchObject({ state: 'queued', dangerous: true, why: stopping.why })
    // Time has passed: it drove two minutes ago.
    await sql`update tracker_event set fix_at = fix_at - interval '1 minute' where tracker_id = ${id} and speed > 0`.execute(
      orders.network.db,
    )
    device.send(Buffer.concat([position(80, 0, 3), position(1, 0, 4)]))
    const stopped = encoded('WHERE#', 'RELAY,1#').slice(encoded('WHERE#').length)
    await expect.poll(() => device.received(), { interval: 10 }).toContain(stopped)
    await orders.becomes(command.id, { state: 'sent' })
    const log = await orders.ours.administrator.client.list('auditlog', {
      entity: 'trackercommand',
      entity_id: command.id,
    })
    expect(log.data.map(({ action, details }) => [action, details])).toMatchObject([
      ['trackercommand.create', { type: 'engine_stop', reason: stopping.why }],
    ])
    device.end()
  })

  it.each([
    ['no reason', { why: undefined }, { status: 400, field: 'why' }],
    ['no password', { password: undefined }, { status: 400, field: 'password' }],
    ['a wrong password', { password: 'another' }, { status: 403, field: 'password' }],
  ])('is refused with %s', async (_, without, refusal) => {
    const { id } = await registerGt06()
    await expect(send({ tracker_ids: [id], ...stopping, ...without })).rejects.toMatchObject(refusal)
    expect(await orders.listOf(id)).toEqual([])
  })

  it('is one, too, where it is written out', async () => {
    const { id } = await registerGt06()
    await expect(orders.order(id, 'RELAY,1#')).rejects.toMatchObject({ status: 400, field: 'text' })
    const words = { tracker_ids: [id], type: 'custom', text: 'RELAY,1#' }
    await expect(send(words)).rejects.toMatchObject({ status: 400, field: 'why' })
  })
})
