import { createSocket } from 'node:dgram'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeFrame } from '#gateway/protocols/gt06/wire.ts'
import { teltonika } from '#gateway/protocols/teltonika/index.ts'
import { makeOrganisation } from '../../seeds/people.ts'
import { connectTcp, gt06 } from '../device.ts'
import { encoded, type Orders, pollOptions, startOrders, welcome } from './orders.ts'

let orders: Orders
beforeAll(async () => {
  orders = await startOrders()
})
afterAll(() => orders.network.stop())

/** A GT06's answer to a command. */
const gt06Answer = (text: string) =>
  writeFrame(0x15, 9, Buffer.concat([Buffer.of(4 + text.length, 0, 0, 0, 0), Buffer.from(text), Buffer.of(0, 1)]))

describe('a command over TCP', () => {
  it('is sent immediately to a connected device, and stores its answer', async () => {
    const { id, number } = await orders.register()
    const device = orders.signIn(number)
    await device.receives(welcome)
    const command = await orders.order(id, 'STATUS#')
    await device.receives(welcome + encoded('STATUS#'))
    expect(await orders.read(command)).toMatchObject({
      tracker_id: id,
      organisation_id: orders.ours.id,
      created_by_user_id: orders.ours.administrator.id,
      type: 'custom',
      text: 'STATUS#',
      state: 'sent',
      answer: null,
      by_settings: false,
    })
    device.send(gt06Answer('Battery:4.1V'))
    await orders.becomes(command, { state: 'answered', answer: 'Battery:4.1V', answered_at: expect.any(String) })
    device.end()
  })

  it('waits for a device that is not connected; several are sent in their order, and answered in it', async () => {
    const { id, number } = await orders.register()
    const texts = ['ONE#', 'TWO#', 'THREE#']
    const commands: number[] = []
    for (const text of texts) commands.push(await orders.order(id, text))
    expect((await orders.listOf(id)).map(({ state }) => state)).toEqual(['queued', 'queued', 'queued'])
    const device = orders.signIn(number)
    await device.receives(welcome + encoded(...texts))
    device.send(Buffer.concat([gt06Answer('1'), gt06Answer('2')]))
    await orders.becomes(commands[1]!, { state: 'answered', answer: '2' })
    expect((await orders.listOf(id)).map(({ state, answer }) => [state, answer])).toEqual([
      ['answered', '1'],
      ['answered', '2'],
      ['sent', null],
    ])
    device.end()
  })

  it('is not sent twice where the connection was lost before the answer, which may come by the next', async () => {
    const { id, number } = await orders.register()
    const first = orders.signIn(number)
    const command = await orders.order(id, 'RESET#')
    await first.receives(welcome + encoded('RESET#'))
    first.end()
    const second = orders.signIn(number)
    await second.receives(welcome)
    second.send(gt06Answer('OK'))
    await orders.becomes(command, { state: 'answered', answer: 'OK' })
    expect(second.received()).toBe(welcome)
    second.end()
  })

  it('is said behind the acknowledgements of what was reported before it', async () => {
    const { id, number } = await orders.register()
    await orders.order(id, 'STATUS#')
    const device = connectTcp(orders.network.server.tcp_ports.gt06!)
    device.send(Buffer.concat([gt06.login(number), gt06.position(1), gt06.position(2)]))
    const acknowledged = welcome + gt06.answer(0x10, 1) + gt06.answer(0x10, 2)
    await expect.poll(() => device.received().length, pollOptions).toBe((acknowledged + encoded('STATUS#')).length)
    expect(device.received().replace(encoded('STATUS#'), '')).toBe(acknowledged)
    device.end()
  })

  it('reaches a Teltonika in codec 12, and so does its answer', async () => {
    const { id, number } = await orders.register()
    const device = connectTcp(orders.network.server.tcp_ports.teltonika!)
    device.send(Buffer.concat([Buffer.of(0, number.length), Buffer.from(number)]))
    await device.receives('01')
    const command = await orders.order(id, 'getinfo')
    // Four zeros, length, codec 12, one command, type 5, length, text, one command, checksum.
    const frame = teltonika.encode!({ type: 'custom', text: 'getinfo' }, teltonika.open())!
    expect(frame.toString('hex', 0, 22)).toBe(`000000000000000f0c010500000007${Buffer.from('getinfo').toString('hex')}`)
    await device.receives(`01${frame.toString('hex')}`)
    // From Teltonika's description of codec 12.
    device.send(
      `00000000000000370c01060000002f4449313a31204449323a30204449333a302041494e313a302041494e323a31363932342${'0444f313a3020444f323a3101000066e3'}`,
    )
    await orders.becomes(command, { state: 'answered', answer: 'DI1:1 DI2:0 DI3:0 AIN1:0 AIN2:16924 DO1:0 DO2:1' })
    device.end()
  })

  it('reaches an H02 with its number, and so does its answer', async () => {
    const { id, number } = await orders.register()
    const device = connectTcp(orders.network.server.tcp_ports.h02!)
    device.send(Buffer.from(`*HQ,${number},V0,0#`))
    await expect.poll(() => Buffer.from(device.received(), 'hex').toString(), pollOptions).toBe(`*HQ,${number},V0#`)
    const command = await orders.order(id, 'R1')
    await expect
      .poll(() => Buffer.from(device.received(), 'hex').toString(), pollOptions)
      .toMatch(new RegExp(`^\\*HQ,${number},V0#\\*HQ,${number},R1,\\d{6}#$`))
    device.send(Buffer.from(`*HQ,${number},V4,R1,130305#`))
    await orders.becomes(command, { state: 'answered', answer: 'R1,130305' })
    device.end()
  })

  it.each([
    ['an interval that it does not know', { type: 'interval', interval_s: 0 }, 'gt06 has no way to say this'],
    [
      'characters that it cannot write',
      { type: 'custom', text: 'SMS,Ōtaki#' },
      'gt06 cannot say characters beyond Latin-1',
    ],
  ] as const)(
    'fails with a reason if the protocol cannot encode %s, and the next one is sent',
    async (_, what, reason) => {
      const { id, number } = await orders.register()
      const { data } = await orders.ours.administrator.client.create('trackercommand', { tracker_id: id, ...what })
      await orders.order(id, 'NEXT#')
      const device = orders.signIn(number)
      await device.receives(welcome + encoded('NEXT#'))
      await orders.becomes(data.id, { state: 'failed', reason, sent_at: null })
      device.end()
    },
  )

  it('reaches a device that sends datagrams by where the last one came from', async () => {
    const { id, number } = await orders.register()
    const socket = createSocket('udp4')
    const received: string[] = []
    socket.on('message', (bytes) => void received.push(bytes.toString()))
    const say = (words: string) => socket.send(words, orders.network.server.tcp_ports.h02!, '127.0.0.1')
    const waiting = await orders.order(id, 'R1')
    say(`*HQ,${number},V0,0#`)
    await orders.becomes(waiting, { state: 'sent' })
    const next = await orders.order(id, 'R2')
    await orders.becomes(next, { state: 'sent' })
    await expect
      .poll(() => received.map((text) => text.replace(/,\d{6}#$/, '#')).sort(), pollOptions)
      .toEqual([`*HQ,${number},R1#`, `*HQ,${number},R2#`, `*HQ,${number},V0#`])
    say(`*HQ,${number},V4,R1,130305#`)
    await orders.becomes(waiting, { state: 'answered', answer: 'R1,130305' })
    socket.close()
  })

  it('fails with the reason where a protocol has no commands over UDP', async () => {
    const { id, number } = await orders.register()
    const command = await orders.order(id, 'getinfo')
    const body = Buffer.concat([
      Buffer.from('cafe0105000f', 'hex'),
      Buffer.from(number),
      Buffer.from(`08010000016b4f831c6801${'00'.repeat(15 + 6)}01`, 'hex'),
    ])
    const socket = createSocket('udp4')
    const datagram = Buffer.concat([Buffer.of(0, body.length), body])
    socket.send(datagram, orders.network.server.tcp_ports.teltonika!, '127.0.0.1')
    await orders.becomes(command, { state: 'failed', reason: 'teltonika has no way to say this over UDP' })
    socket.close()
  })

  it('expires where the device does not come in time', async () => {
    const { id, number } = await orders.register()
    const late = await orders.order(id, 'LATE#', { expires_in_s: 1 })
    await orders.becomes(late, { state: 'expired', sent_at: null })
    await orders.order(id, 'STATUS#')
    const device = orders.signIn(number)
    await device.receives(welcome + encoded('STATUS#'))
    device.end()
  })

  // Several processes need a server.
  it.runIf(process.env.DATABASE === 'server')(
    'is found where another process queued it and could not say so',
    async () => {
      const { id, number } = await orders.register()
      const device = orders.signIn(number)
      await device.receives(welcome)
      const values = { organisation_id: orders.ours.id, tracker_id: id, type: 'custom' as const, text: 'FAR#' }
      await orders.network.db.insertInto('tracker_command').values(values).execute()
      await device.receives(welcome + encoded('FAR#'))
      device.end()
    },
  )
})

describe('who gives a command', () => {
  it('may change the tracker; it is in the log, and withdrawn while it waits only', async () => {
    const theirs = await makeOrganisation(orders.network, 'theirs')
    const { id, number } = await orders.register()
    const body = { tracker_id: id, type: 'custom' as const, text: 'STATUS#' }
    for (const [who, status] of [
      [theirs.administrator, 404],
      [theirs.user, 404],
      [orders.ours.user, 404],
      [orders.ours.staff, 403],
    ] as const) {
      await expect(who.client.create('trackercommand', body)).rejects.toMatchObject({ status })
    }
    const waiting = await orders.order(id, 'ONE#')
    await expect(theirs.administrator.client.remove('trackercommand', waiting)).rejects.toMatchObject({ status: 404 })
    expect((await theirs.administrator.client.list('trackercommand', { tracker_id: id })).data).toEqual([])
    expect((await orders.ours.administrator.client.remove('trackercommand', waiting)).status).toBe(262)
    const sent = await orders.order(id, 'TWO#')
    const device = orders.signIn(number)
    await device.receives(welcome + encoded('TWO#'))
    await expect(orders.ours.administrator.client.remove('trackercommand', sent)).rejects.toMatchObject({
      status: 476,
      field: 'id',
      message: 'id: the command is no longer queued.',
    })
    device.end()
    const { data } = await orders.ours.administrator.client.list('auditlog', {
      entity: 'trackercommand',
      entity_id: sent,
    })
    expect(data.map(({ action, details }) => [action, details])).toEqual([
      ['trackercommand.create', { fields: ['tracker_id', 'type', 'text'] }],
    ])
  })

  it.each([
    ['no text', { type: 'custom' }, 'text'],
    ['no interval', { type: 'interval' }, 'interval_s'],
    ['an interval beside a text', { type: 'custom', text: 'x', interval_s: 5 }, 'interval_s'],
    ['a text with a line’s end', { type: 'custom', text: 'a\r\nb' }, 'text'],
    ['another type', { type: 'reboot' }, 'type'],
    ['an interval below 0', { type: 'interval', interval_s: -1 }, 'interval_s'],
    ['no time to wait', { type: 'custom', text: 'x', expires_in_s: 0 }, 'expires_in_s'],
  ])('names the field of a command with %s', async (_, command, field) => {
    const { id } = await orders.register()
    const creating = orders.ours.administrator.client.call('PUT', 'trackercommand', { tracker_id: id, ...command })
    await expect(creating).rejects.toMatchObject({ status: 400, field })
    await expect(creating).rejects.toThrow(`${field}: `)
  })

  it('limits how many wait for a tracker', async () => {
    const { id } = await orders.register()
    await sql`insert into tracker_command (organisation_id, tracker_id, type, text)
      select ${orders.ours.id}::bigint, ${id}::bigint, 'custom', 'x' from generate_series(1, 100)`.execute(
      orders.network.db,
    )
    await expect(orders.order(id, 'one more')).rejects.toMatchObject({ status: 476, field: 'tracker_id' })
  })
})
