import { sql } from 'kysely'
import type { IClientOptions, MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeFrame } from '#gateway/protocols/gt06/wire.ts'
import { gt06 as protocol } from '#gateway/protocols/gt06.ts'
import { teltonika } from '#gateway/protocols/teltonika.ts'
import { connectDevice, type Network, startNetwork } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { connectTcp, gt06, type TcpDevice } from './device.ts'
import { openPhone } from './phone.ts'

let network: Network
let ours: Organisation
beforeAll(async () => {
  network = await startNetwork({ TCP_PORTS: 'any' })
  ours = await makeOrganisation(network, 'ours')
})
afterAll(() => network.stop())

const patience = { timeout: 20_000, interval: 10 }
let made = 0

async function register(settings = {}) {
  const number = `7000000000${String(++made).padStart(5, '0')}`
  const { data } = await ours.administrator.client.create('tracker', { number, ...settings })
  return { id: data.id, number, token: data.device_token as string }
}

async function order(tracker_id: number, text: string, more = {}): Promise<number> {
  const body = { tracker_id, type: 'custom' as const, text, ...more }
  return (await ours.administrator.client.create('trackercommand', body)).data.id
}

const read = async (id: number) => (await ours.administrator.client.read('trackercommand', id)).data
const becomes = (id: number, what: object) => expect.poll(() => read(id), patience).toMatchObject(what)
const listOf = async (tracker_id: number) =>
  (await ours.administrator.client.list('trackercommand', { tracker_id, sort: 'id' })).data

/** What a GT06 is told by the server's commands, in order. */
const told = (...texts: string[]) => {
  const session = protocol.open()
  return texts.map((text) => protocol.encode!({ type: 'custom', text }, session)!.toString('hex')).join('')
}

function signIn(number: string): TcpDevice {
  const device = connectTcp(network.server.tcp_ports.gt06!)
  device.send(gt06.login(number))
  return device
}

const welcome = gt06.answer(1, 1)

/** What a GT06 says to a command. */
const gt06Answer = (text: string) =>
  writeFrame(0x15, 9, Buffer.concat([Buffer.of(4 + text.length, 0, 0, 0, 0), Buffer.from(text), Buffer.of(0, 1)]))

describe('a command over TCP', () => {
  it('is sent at once to a device that is connected, and has the answer that the device gives', async () => {
    const { id, number } = await register()
    const device = signIn(number)
    await device.hears(welcome)
    const command = await order(id, 'STATUS#')
    await device.hears(welcome + told('STATUS#'))
    expect(await read(command)).toMatchObject({
      ...{ tracker_id: id, organisation_id: ours.id, created_by_user_id: ours.administrator.id },
      ...{ type: 'custom', text: 'STATUS#', state: 'sent', answer: null, by_settings: false },
    })
    device.send(gt06Answer('Battery:4.1V'))
    await becomes(command, { state: 'answered', answer: 'Battery:4.1V', answered_at: expect.any(String) })
    device.end()
  })

  it('waits for a device that is not connected; several are sent in their order, and answered in it', async () => {
    const { id, number } = await register()
    const texts = ['ONE#', 'TWO#', 'THREE#']
    const commands: number[] = []
    for (const text of texts) commands.push(await order(id, text))
    expect((await listOf(id)).map(({ state }) => state)).toEqual(['queued', 'queued', 'queued'])
    const device = signIn(number)
    await device.hears(welcome + told(...texts))
    device.send(Buffer.concat([gt06Answer('1'), gt06Answer('2')]))
    await becomes(commands[1]!, { state: 'answered', answer: '2' })
    expect((await listOf(id)).map(({ state, answer }) => [state, answer])).toEqual([
      ['answered', '1'],
      ['answered', '2'],
      ['sent', null],
    ])
    device.end()
  })

  it('is not sent twice where the connection was lost before the answer, which may come by the next', async () => {
    const { id, number } = await register()
    const first = signIn(number)
    const command = await order(id, 'RESET#')
    await first.hears(welcome + told('RESET#'))
    first.end()
    const second = signIn(number)
    await second.hears(welcome)
    second.send(gt06Answer('OK'))
    await becomes(command, { state: 'answered', answer: 'OK' })
    expect(second.heard()).toBe(welcome)
    second.end()
  })

  it('is said behind the acknowledgements of what was reported before it', async () => {
    const { id, number } = await register()
    await order(id, 'STATUS#')
    const device = connectTcp(network.server.tcp_ports.gt06!)
    device.send(Buffer.concat([gt06.login(number), gt06.position(1), gt06.position(2)]))
    const acknowledged = welcome + gt06.answer(0x10, 1) + gt06.answer(0x10, 2)
    await expect.poll(() => device.heard().length, patience).toBe((acknowledged + told('STATUS#')).length)
    expect(device.heard().replace(told('STATUS#'), '')).toBe(acknowledged)
    device.end()
  })

  it('reaches a Teltonika in codec 12, and so does its answer', async () => {
    const { id, number } = await register()
    const device = connectTcp(network.server.tcp_ports.teltonika!)
    device.send(Buffer.concat([Buffer.of(0, number.length), Buffer.from(number)]))
    await device.hears('01')
    const command = await order(id, 'getinfo')
    // Four zeros, length, codec 12, one command, type 5, length, text, one command, checksum.
    const frame = teltonika.encode!({ type: 'custom', text: 'getinfo' }, teltonika.open())!
    expect(frame.toString('hex', 0, 22)).toBe(`000000000000000f0c010500000007${Buffer.from('getinfo').toString('hex')}`)
    await device.hears(`01${frame.toString('hex')}`)
    // From Teltonika's description of codec 12.
    device.send(
      `00000000000000370c01060000002f4449313a31204449323a30204449333a302041494e313a302041494e323a31363932342${'0444f313a3020444f323a3101000066e3'}`,
    )
    await becomes(command, { state: 'answered', answer: 'DI1:1 DI2:0 DI3:0 AIN1:0 AIN2:16924 DO1:0 DO2:1' })
    device.end()
  })

  it('reaches an H02 with its number, and so does its answer', async () => {
    const { id, number } = await register()
    const device = connectTcp(network.server.tcp_ports.h02!)
    device.send(Buffer.from(`*HQ,${number},V0,0#`))
    await expect.poll(() => Buffer.from(device.heard(), 'hex').toString(), patience).toBe(`*HQ,${number},V0#`)
    const command = await order(id, 'R1')
    await expect
      .poll(() => Buffer.from(device.heard(), 'hex').toString(), patience)
      .toMatch(new RegExp(`^\\*HQ,${number},V0#\\*HQ,${number},R1,\\d{6}#$`))
    device.send(Buffer.from(`*HQ,${number},V4,R1,130305#`))
    await becomes(command, { state: 'answered', answer: 'R1,130305' })
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
    'fails with the reason where the protocol is told %s, and the next one is sent',
    async (_, what, reason) => {
      const { id, number } = await register()
      const { data } = await ours.administrator.client.create('trackercommand', { tracker_id: id, ...what })
      await order(id, 'NEXT#')
      const device = signIn(number)
      await device.hears(welcome + told('NEXT#'))
      await becomes(data.id, { state: 'failed', reason, sent_at: null })
      device.end()
    },
  )

  it('expires where the device does not come in time', async () => {
    const { id, number } = await register()
    const late = await order(id, 'LATE#', { expires_in_s: 1 })
    await becomes(late, { state: 'expired', sent_at: null })
    await order(id, 'STATUS#')
    const device = signIn(number)
    await device.hears(welcome + told('STATUS#'))
    device.end()
  })

  // Several processes need a server.
  it.runIf(process.env.DATABASE === 'server')(
    'is found where another process queued it and could not say so',
    async () => {
      const { id, number } = await register()
      const device = signIn(number)
      await device.hears(welcome)
      const values = { organisation_id: ours.id, tracker_id: id, type: 'custom' as const, text: 'FAR#' }
      await network.db.insertInto('tracker_command').values(values).execute()
      await device.hears(welcome + told('FAR#'))
      device.end()
    },
  )
})

describe('a command over MQTT', () => {
  const commandTopic = (number: string) => `trackers/${number}/command`

  /** A device that listens, and what it hears. */
  async function listen({ number, token }: { number: string; token: string }, topic: string, options?: IClientOptions) {
    const client = await connectDevice(network, number, token, options)
    const heard = hearing(client)
    await client.subscribeAsync(topic, { qos: 1 })
    return { client, heard }
  }

  it('comes with its number, and is answered by that', async () => {
    const tracker = await register()
    const { client, heard } = await listen(tracker, commandTopic(tracker.number))
    const command = await order(tracker.id, 'blink', { expires_in_s: 60 })
    const { data: interval } = await ours.administrator.client.create('trackercommand', {
      ...{ tracker_id: tracker.id, type: 'interval', interval_s: 5 },
    })
    await expect
      .poll(() => heard, patience)
      .toEqual([
        [commandTopic(tracker.number), { id: command, type: 'custom', text: 'blink' }, false],
        [commandTopic(tracker.number), { id: interval.id, type: 'interval', interval_s: 5 }, false],
      ])
    const answer = JSON.stringify({ id: interval.id, text: 'every five seconds' })
    await client.publishAsync(`${commandTopic(tracker.number)}/answer`, answer, { qos: 1 })
    expect(await read(interval.id)).toMatchObject({ state: 'answered', answer: 'every five seconds' })
    await client.publishAsync(`trackers/${tracker.number}/status`, JSON.stringify({ id: command }), { qos: 1 })
    expect(await read(command)).toMatchObject({ state: 'answered', answer: '' })
    await client.endAsync()
  })

  it('waits until the device listens', async () => {
    const tracker = await register()
    const deaf = await connectDevice(network, tracker.number, tracker.token)
    const command = await order(tracker.id, 'blink')
    await deaf.publishAsync(`trackers/${tracker.number}/position`, '{"lat":1,"lon":2}', { qos: 1 })
    expect(await read(command)).toMatchObject({ state: 'queued' })
    const { client, heard } = await listen(tracker, `trackers/${tracker.number}/#`)
    await becomes(command, { state: 'sent' })
    await expect.poll(() => heard.map(([topic]) => topic), patience).toContain(commandTopic(tracker.number))
    await Promise.all([client.endAsync(), deaf.endAsync()])
  })

  it('comes to a session that goes on without subscribing anew', async () => {
    const tracker = await register()
    const kept = { clean: false, clientId: 'kept' }
    const { client } = await listen(tracker, commandTopic(tracker.number), kept)
    await client.endAsync()
    const command = await order(tracker.id, 'blink')
    const again = await connectDevice(network, tracker.number, tracker.token, kept)
    await becomes(command, { state: 'sent' })
    const answer = JSON.stringify({ id: command, text: 'OK' })
    await again.publishAsync(`${commandTopic(tracker.number)}/answer`, answer, { qos: 1 })
    expect(await read(command)).toMatchObject({ state: 'answered', answer: 'OK' })
    await again.endAsync()
  })

  it.each([
    ['no number', '{"text":"OK"}'],
    ['a text that is none', '{"id":1,"text":7}'],
    ['no JSON', 'OK'],
  ])('closes the connection on an answer with %s', async (_, payload) => {
    const tracker = await register()
    const client = await connectDevice(network, tracker.number, tracker.token)
    const closed = new Promise((resolve) => client.on('close', () => resolve('closed')))
    client.publish(`${commandTopic(tracker.number)}/answer`, payload, { qos: 1 })
    expect(await closed).toBe('closed')
  })

  it('is not answered by another tracker', async () => {
    const [one, other] = [await register(), await register()]
    const { client } = await listen(one, commandTopic(one.number))
    const command = await order(one.id, 'blink')
    await becomes(command, { state: 'sent' })
    const stranger = await connectDevice(network, other.number, other.token)
    const answer = JSON.stringify({ id: command, text: 'mine' })
    await stranger.publishAsync(`${commandTopic(other.number)}/answer`, answer, { qos: 1 })
    expect(await read(command)).toMatchObject({ state: 'sent', answer: null })
    await Promise.all([client.endAsync(), stranger.endAsync()])
  })
})

describe('settings', () => {
  const configOf = (interval_s: number, more = {}) => ({
    ...{ interval_s, interval_charging_s: 30, pause_after_still_s: 0, ...more },
  })

  it('are retained over MQTT: heard with the subscription, and when they change', async () => {
    const { id, number, token } = await register({ interval_s: 20 })
    const topic = `trackers/${number}/config`
    const client = await connectDevice(network, number, token)
    const heard = hearing(client)
    await client.subscribeAsync(topic)
    await expect.poll(() => heard, patience).toEqual([[topic, configOf(20), true]])
    await ours.administrator.client.update('tracker', { id, interval_s: 10 })
    await expect.poll(() => heard.slice(1), patience).toEqual([[topic, configOf(10), false]])
    await ours.administrator.client.update('tracker', { id, name: 'Same settings' })
    await ours.administrator.client.update('tracker', { id, interval_charging_s: 5, pause_after_still_s: 60 })
    const last = configOf(10, { interval_charging_s: 5, pause_after_still_s: 60 })
    await expect.poll(() => heard.slice(2), patience).toEqual([[topic, last, false]])
    const fresh = await connectDevice(network, number, token)
    const heardAfresh = hearing(fresh)
    await fresh.subscribeAsync(`trackers/${number}/+`)
    await expect.poll(() => heardAfresh, patience).toEqual([[topic, last, true]])
    // The change of the interval can be seen, and was not said as a command as well.
    const commands = await listOf(id)
    expect(commands.map(({ interval_s, by_settings }) => [interval_s, by_settings])).toEqual([[10, true]])
    await becomes(commands[0]!.id, { state: 'sent', created_by_user_id: ours.administrator.id })
    await Promise.all([client.endAsync(), fresh.endAsync()])
  })

  it('reach a device over TCP as a command, once for each change', async () => {
    const { id, number } = await register({ interval_s: 120 })
    const device = signIn(number)
    await device.hears(welcome)
    const { client } = ours.administrator
    await client.update('tracker', { id, interval_s: 15 })
    await device.hears(welcome + told('TIMER,15,15#'))
    await client.update('tracker', { id, interval_s: 15, name: 'Same interval' })
    await client.update('tracker', { id, pause_after_still_s: 60 })
    // A tracker that is switched off has no connection, once that is closed.
    await client.update('tracker', { id, active: false })
    await device.closed
    expect(device.heard()).toBe(welcome + told('TIMER,15,15#'))
    // Of what is changed while the device is away, it is told the last.
    await client.update('tracker', { id, interval_s: 30 })
    await client.update('tracker', { id, interval_s: 45 })
    await client.update('tracker', { id, active: true })
    const last = signIn(number)
    await last.hears(welcome + told('TIMER,45,45#'))
    expect((await listOf(id)).map(({ interval_s, state }) => [interval_s, state])).toEqual([
      [15, 'sent'],
      [45, 'sent'],
    ])
    last.end()
  })

  it('that a phone is told in its own way are seen as sent', async () => {
    const { id, token } = await register()
    const phone = openPhone(network.url, { query: `?token=${token}` })
    await expect.poll(() => phone.configs(), patience).toHaveLength(1)
    await ours.administrator.client.update('tracker', { id, interval_s: 7 })
    await expect.poll(async () => (await listOf(id)).map(({ state }) => state), patience).toEqual(['sent'])
    await expect.poll(() => phone.configs().at(-1), patience).toMatchObject({ interval_s: 7 })
    phone.socket.close()
  })
})

describe('who gives a command', () => {
  it('may change the tracker; it is in the log, and withdrawn while it waits only', async () => {
    const theirs = await makeOrganisation(network, 'theirs')
    const { id, number } = await register()
    const body = { tracker_id: id, type: 'custom' as const, text: 'STATUS#' }
    for (const [who, status] of [
      [theirs.administrator, 404],
      [theirs.user, 404],
      [ours.user, 404],
      [ours.staff, 403],
    ] as const) {
      await expect(who.client.create('trackercommand', body)).rejects.toMatchObject({ status })
    }
    const waiting = await order(id, 'ONE#')
    await expect(theirs.administrator.client.remove('trackercommand', waiting)).rejects.toMatchObject({ status: 404 })
    expect((await theirs.administrator.client.list('trackercommand', { tracker_id: id })).data).toEqual([])
    expect((await ours.administrator.client.remove('trackercommand', waiting)).status).toBe(262)
    const sent = await order(id, 'TWO#')
    const device = signIn(number)
    await device.hears(welcome + told('TWO#'))
    await expect(ours.administrator.client.remove('trackercommand', sent)).rejects.toMatchObject({
      ...{ status: 476, field: 'id', message: 'id: the command does not wait any more.' },
    })
    device.end()
    const { data } = await ours.administrator.client.list('auditlog', { entity: 'trackercommand', entity_id: sent })
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
    const { id } = await register()
    const creating = ours.administrator.client.call('PUT', 'trackercommand', { tracker_id: id, ...command })
    await expect(creating).rejects.toMatchObject({ status: 400, field })
    await expect(creating).rejects.toThrow(`${field}: `)
  })

  it('lets only so many wait for a tracker', async () => {
    const { id } = await register()
    await sql`insert into tracker_command (organisation_id, tracker_id, type, text)
      select ${ours.id}::bigint, ${id}::bigint, 'custom', 'x' from generate_series(1, 100)`.execute(network.db)
    await expect(order(id, 'one more')).rejects.toMatchObject({ status: 476, field: 'tracker_id' })
  })
})

/** Topic, content and RETAIN of what a client hears. */
function hearing(client: MqttClient): [string, object, boolean][] {
  const heard: [string, object, boolean][] = []
  client.on('message', (topic, payload, { retain }) => void heard.push([topic, JSON.parse(payload.toString()), retain]))
  return heard
}
