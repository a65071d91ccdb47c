import { createSocket } from 'node:dgram'
import { describe, expect, it } from 'vitest'
import { connectDevice } from '../../network.ts'
import { connectTcp, gt06 } from '../device.ts'
import { openPhone } from '../phone.ts'
import {
  body,
  metric,
  network,
  numberOf,
  pollOptions,
  register,
  sendPosition,
  signIn,
  startForTests,
  stored,
} from './transport_devices.ts'

startForTests()

const change = (id: number, settings: object) => network.admin.update('tracker', { id, ...settings })
const unknownDevices = async (number: string) => (await network.admin.list('unknowndevice', { search: number })).data
const refusedOf = async (id: number) => (await network.admin.read('tracker', id)).data.refused_transports

const osmand = async (query: string, init: RequestInit = {}) => {
  const answer = await fetch(`${network.url}/gateway/osmand?lat=1&lon=2&${query}`, init)
  return `${answer.status} ${await answer.text()}`
}
const owntracks = async (number: string, token: string) => {
  const answer = await fetch(`${network.url}/gateway/owntracks`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${number}:${token}`).toString('base64')}` },
    body: '{"_type":"location","lat":1,"lon":2,"tst":1790000000}',
  })
  return `${answer.status} ${await answer.text()}`
}
const mqttCode = (number: string, token: string) =>
  connectDevice(network, number, token).then(
    (client) => client.endAsync().then(() => 'connected'),
    (error) => error.code,
  )
async function webSocket(token: string): Promise<string> {
  const phone = openPhone(network.url, { query: `?token=${token}` })
  const taken = expect.poll(phone.configs, pollOptions).toHaveLength(1)
  const end = await Promise.race([
    phone.closed.then((code) => `${code} ${phone.errors()[0]}`),
    taken.then(() => 'taken'),
  ])
  taken.catch(() => {})
  phone.socket.close()
  return end
}

describe('the transports of a tracker', () => {
  it('are those with a token by default', async () => {
    const { transports, number, token } = await register()
    expect(transports).toEqual(['mqtt', 'owntracks', 'websocket', 'osmand_token'])
    expect(await mqttCode(number, token)).toBe('connected')
    expect(await owntracks(number, token)).toMatch(/^200 /)
    expect(await webSocket(token)).toBe('taken')
    expect(await osmand(`id=${number}&token=${token}`)).toBe('200 ')
  })

  it.each([
    [['teleport'], /^transports\.0: must be one of mqtt, owntracks, /],
    [[], /^transports: must have 1 entry at least/],
    [['mqtt', 'mqtt'], /^transports: must not have the same entry twice/],
    ['mqtt', /^transports: must be a list/],
  ])('are validated, and cannot be %j', async (transports, reason) => {
    const creating = network.admin.call('PUT', 'tracker', { number: numberOf(), transports } as never)
    await expect(creating).rejects.toMatchObject({ status: 400, message: expect.stringMatching(reason) })
  })

  it('may include transports by number alone', async () => {
    const tracker = await register({ transports: ['gt06'] })
    const device = signIn(tracker.number)
    await device.receives(gt06.answer(1, 1))
    device.end()
    expect(await osmand(`id=${tracker.number}`)).toMatch(/^400 /)
    expect(await mqttCode(tracker.number, tracker.token)).toBe(4)
  })
})

describe('a transport that is not allowed refuses like an unknown number', () => {
  it('over TCP, with every protocol', async () => {
    const { id, number } = await register()
    for (const protocol of ['gt06', 'teltonika'] as const) {
      const answerTo = async (imei: string) => {
        const device = connectTcp(network.server.tcp_ports[protocol]!)
        const teltonika = Buffer.concat([Buffer.of(0, 15), Buffer.from(imei)])
        device.send(protocol === 'gt06' ? gt06.login(imei) : teltonika)
        await device.closed
        return device.received()
      }
      expect([protocol, await answerTo(number)]).toEqual([protocol, await answerTo(numberOf())])
    }
    expect(await stored(id)).toBe(0)
    await expect.poll(() => unknownDevices(number), pollOptions).toHaveLength(2)
    expect(await unknownDevices(number)).toMatchObject([{ status: 'not_allowed' }, { status: 'not_allowed' }])
    expect(await refusedOf(id)).toEqual(['gt06', 'teltonika'])
    await change(id, { transports: ['mqtt', 'gt06'] })
    expect(await refusedOf(id)).toEqual(['teltonika'])
  })

  it('over HTTP as OsmAnd, reports and commands', async () => {
    const { id, number, token } = await register()
    const stranger = numberOf()
    await network.admin.create('trackercommand', { tracker_id: id, type: 'custom', text: 'stop' })
    const alike = async (one: (number: string) => Promise<string>) => {
      const answer = await one(number)
      expect(answer).toMatch(/^40\d /)
      expect(answer).toBe(await one(stranger))
    }
    await alike((who) => osmand(`id=${who}`))
    await alike((who) => osmand('', body(who)))
    await alike((who) => osmand(`id=${who}&token=guessed`))
    await alike((who) => osmand('', body(who, 'guessed')))
    expect(await stored(id)).toBe(0)
    const { data } = await network.admin.list('trackercommand', { tracker_id: id })
    expect(data[0]!.state).toBe('queued')
    await expect.poll(() => refusedOf(id), pollOptions).toEqual(['osmand'])
    expect(await osmand('', body(number, token))).toContain('"stop"')

    await change(id, { transports: ['gt06'] })
    await alike((who) => osmand(`id=${who}&token=guessed`))
    expect(await osmand(`id=${number}&token=${token}`)).toBe(await osmand(`id=${stranger}&token=${token}`))
  })

  it('with the right token, too', async () => {
    const { id, number, token } = await register({ transports: ['osmand'] })
    const stranger = numberOf()
    expect(await mqttCode(number, token)).toBe(await mqttCode(stranger, token))
    expect(await owntracks(number, token)).toBe(await owntracks(stranger, token))
    expect(await webSocket(token)).toBe(await webSocket('a'.repeat(43)))
    expect(await osmand(`id=${number}`)).toBe('200 ')
    await expect.poll(() => refusedOf(id), pollOptions).toEqual(['mqtt', 'owntracks', 'websocket'])
    // A stranger who only knows the number is listed nowhere.
    const other = await register({ transports: ['osmand'] })
    expect(await mqttCode(other.number, token)).toBe(4)
    await network.server.gateway.phones!.context.unknown.write()
    expect(await unknownDevices(other.number)).toEqual([])
  })

  it('and OwnTracks over MQTT has no topics but its own', async () => {
    const { id, number, token } = await register({ transports: ['owntracks'] })
    const client = await connectDevice(network, number, token)
    const closed = new Promise((resolve) => client.on('close', () => resolve('closed')))
    const granted = (topic: string) =>
      client.subscribeAsync(topic).then(
        ([grant]) => grant?.qos,
        () => 128,
      )
    expect(await granted(`trackers/${number}/command`)).toBe(128)
    expect(await granted(`owntracks/${number}/phone/cmd`)).toBe(0)
    await client.publishAsync(`owntracks/${number}/phone`, '{"_type":"location","lat":1,"lon":2,"tst":1790000000}', {
      qos: 1,
    })
    expect(await stored(id)).toBe(1)
    client.publish(`trackers/${number}/position`, '{"lat":1,"lon":2}', { qos: 1 })
    expect(await closed).toBe('closed')
    expect(await stored(id)).toBe(1)
  })
})

describe('a change of the transports', () => {
  it('closes connections of removed transports immediately, and no others', async () => {
    const { id, number, token } = await register({ transports: ['mqtt', 'websocket', 'gt06'] })
    const client = await connectDevice(network, number, token)
    const phone = openPhone(network.url, { query: `?token=${token}` })
    await expect.poll(phone.configs, pollOptions).toHaveLength(1)
    const device = signIn(number)
    await device.receives(gt06.answer(1, 1))
    await change(id, { transports: ['mqtt'] })
    await device.closed
    expect(await phone.closed).toBe(1008)
    await client.publishAsync(`trackers/${number}/position`, '{"lat":1,"lon":2}', { qos: 1 })
    expect(client.connected).toBe(true)
    await client.endAsync()
  })

  it('applies to datagrams', async () => {
    const { id, number } = await register({ transports: ['gps103_udp'] })
    const socket = createSocket('udp4')
    const send = (minute: number) => sendPosition(socket, number, minute)
    send(1)
    await expect.poll(() => stored(id), pollOptions).toBe(1)
    await change(id, { transports: ['gps103'] })
    const counted = () =>
      metric('ringfence_sign_in_refusals_total', 'transport="gps103_udp",reason="transport not allowed"')
    const before = await counted()
    send(2)
    await expect.poll(() => refusedOf(id), pollOptions).toEqual(['gps103_udp'])
    expect(await stored(id)).toBe(1)
    expect(await counted()).toBe(before + 1)
    expect(await unknownDevices(number)).toMatchObject([{ protocol: 'gps103_udp', status: 'not_allowed' }])
    socket.close()
  })

  it('lists datagrams to allow only where they come from the networks of the tracker', async () => {
    const { id, number } = await register({ transports: ['gps103'], source_networks: ['198.51.100.0/24'] })
    const socket = createSocket('udp4')
    const counted = () => metric('ringfence_sign_in_refusals_total', 'transport="gps103_udp",reason="wrong network"')
    const before = await counted()
    sendPosition(socket, number, 1)
    await expect.poll(counted, pollOptions).toBe(before + 1)
    await network.server.gateway.phones!.context.unknown.write()
    expect(await refusedOf(id)).toEqual([])
    socket.close()
  })

  it('adopts a device that sends datagrams with UDP alone', async () => {
    const number = numberOf()
    const socket = createSocket('udp4')
    sendPosition(socket, number, 1)
    await expect.poll(() => unknownDevices(number), pollOptions).toMatchObject([{ protocol: 'gps103_udp' }])
    const { id } = (await unknownDevices(number))[0]!
    const { data } = await network.admin.call('POST', 'unknowndevice/adopt', { id, organisation_id: 1 })
    expect(data.transports).toEqual(['gps103_udp'])
    sendPosition(socket, number, 2)
    await expect.poll(() => stored(data.id), pollOptions).toBe(1)
    socket.close()
  })

  it('an adopted unknown device gets the protocol that it reported with', async () => {
    const number = numberOf()
    await signIn(number).closed
    await expect
      .poll(() => unknownDevices(number), pollOptions)
      .toMatchObject([{ protocol: 'gt06', status: 'unregistered' }])
    const { id } = (await unknownDevices(number))[0]!
    const adopted = await network.admin.call('POST', 'unknowndevice/adopt', { id, organisation_id: 1 })
    expect(adopted.data.transports).toEqual(['gt06'])
    const device = signIn(number)
    await device.receives(gt06.answer(1, 1))
    device.end()
    expect(await osmand(`id=${number}`)).toMatch(/^400 /)
  })
})
