import { createSocket } from 'node:dgram'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEVICE_PROTOCOLS, UDP_TRANSPORTS } from '#db/transports.ts'
import { replayFrames } from '../../../scripts/replay/frames.ts'
import { type Network, startNetwork } from '../../network.ts'
import { connectTcp, gt06 } from '../device.ts'

let network: Network
let port: number
beforeAll(async () => {
  network = await startNetwork({
    TCP_PORTS: 'any',
    TCP_MAX_PER_ADDRESS: '30',
    TCP_MAX_FRAME: '2048',
    TCP_SIGN_IN_S: '2',
    TCP_RATE: '200',
  })
  port = network.server.tcp_ports.gt06!
})
afterAll(() => network.stop())

async function register(number: string, settings = {}): Promise<number> {
  return (
    await network.admin.create('tracker', { number, transports: [...DEVICE_PROTOCOLS, ...UDP_TRANSPORTS], ...settings })
  ).data.id
}

async function stored(tracker_id: number): Promise<number> {
  return (await network.admin.list('trackerevent', { tracker_id, limit: 1 })).info.total
}

async function unknown(number: string) {
  return (await network.admin.list('unknowndevice', { search: number })).data[0]
}

describe('a device over TCP', () => {
  it('signs in by its number, and its reports are stored before they are acknowledged', async () => {
    const id = await register('100000000000001')
    const device = connectTcp(port)
    device.send(gt06.login('100000000000001'))
    await device.receives(gt06.answer(1, 1))
    device.send(gt06.position(7))
    await device.receives(gt06.answer(1, 1) + gt06.answer(0x10, 7))
    const { data } = await network.admin.list('trackerevent', { tracker_id: id })
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({ valid: true, speed: 10, heading: 90, fix_at: '2026-11-01T00:00:07Z' })
    expect(data[0]!.position!.coordinates[1]).toBeCloseTo(-36.8, 5)
    device.end()
  })

  it.each([1, 3, 17])('is decoded from chunks of %i bytes', async (size) => {
    const imei = `2000000000000${String(size).padStart(2, '0')}`
    const id = await register(imei)
    const frames = [gt06.login(imei), ...Array.from({ length: 20 }, (_, i) => gt06.position(i))]
    const stream = Buffer.concat(frames)
    const device = connectTcp(port)
    for (let at = 0; at < stream.length; at += size) {
      device.send(stream.subarray(at, at + size))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await device.receives(gt06.answer(1, 1) + Array.from({ length: 20 }, (_, i) => gt06.answer(0x10, i)).join(''))
    expect(await stored(id)).toBe(20)
    device.end()
  })

  it('is acknowledged in order when it sends many reports, faster than its rate limit', async () => {
    const id = await register('100000000000002')
    const device = connectTcp(port)
    const count = 6_000
    const positions = Array.from({ length: count }, (_, i) => gt06.position(i))
    device.send(Buffer.concat([gt06.login('100000000000002'), ...positions]))
    const answers = Array.from({ length: count }, (_, i) => gt06.answer(0x10, i)).join('')
    await expect
      .poll(() => device.received().length, { timeout: 50_000 })
      .toBe(gt06.answer(1, 1).length + answers.length)
    expect(device.received() === gt06.answer(1, 1) + answers).toBe(true)
    expect(await stored(id)).toBe(count)
    device.end()
  })

  it('has repeated reports stored once', async () => {
    const id = await register('100000000000003')
    for (const serial of [1, 2]) {
      const device = connectTcp(port)
      device.send(Buffer.concat([gt06.login('100000000000003'), gt06.position(5, serial)]))
      await device.receives(gt06.answer(1, 1) + gt06.answer(0x10, serial))
      device.end()
    }
    expect(await stored(id)).toBe(1)
  })

  it('gets its acknowledgements after closing its side', async () => {
    const id = await register('100000000000004')
    const device = connectTcp(port)
    device.socket.end(Buffer.concat([gt06.login('100000000000004'), gt06.position(1)]))
    await device.closed
    expect(device.received()).toBe(gt06.answer(1, 1) + gt06.answer(0x10, 1))
    expect(await stored(id)).toBe(1)
  })

  it('is identified with leading zeros, and with or without the check digit', async () => {
    const id = await register('490154203237518')
    for (const number of ['49015420323751', '490154203237518', '0490154203237518']) {
      const device = connectTcp(network.server.tcp_ports.gps103!)
      device.send(Buffer.from(`##,imei:${number},A;`))
      await device.receives(Buffer.from('LOAD').toString('hex'))
      device.end()
    }
    expect(id).toBeGreaterThan(0)
  })
})

describe('an unknown device', () => {
  it('is refused, listed, and accepted when it is adopted', async () => {
    const number = '300000000000001'
    const device = connectTcp(port)
    device.send(Buffer.concat([gt06.login(number), gt06.position(1)]))
    await device.closed
    expect(device.received()).toBe('')
    await expect.poll(() => unknown(number)).toMatchObject({ protocol: 'gt06', address: '127.0.0.1', count: 1 })

    const { data: organisation } = await network.admin.create('organisation', { name: 'Adopters' })
    const { id } = (await unknown(number))!
    const adopted = await network.admin.call('POST', 'unknowndevice/adopt', { id, organisation_id: organisation.id })
    expect(adopted).toMatchObject({ status: 201, data: { number, organisation_id: organisation.id } })
    expect(await unknown(number)).toBeUndefined()
    const again = connectTcp(port)
    again.send(Buffer.concat([gt06.login(number), gt06.position(1)]))
    await again.receives(gt06.answer(1, 1) + gt06.answer(0x10, 1))
    again.end()
  })

  it('shows its last bytes, and the protocols that can read them, to platform administrators', async () => {
    const number = '300000000000021'
    const device = connectTcp(port)
    device.send(gt06.login(number))
    await device.closed
    await expect
      .poll(() => unknown(number))
      .toMatchObject({ bytes: gt06.login(number).toString('hex'), readable_by: ['gt06'], status: 'unregistered' })
  })

  it('is listed by its address where its port cannot read it, with at most 512 bytes', async () => {
    const say = async (bytes: Buffer) => {
      const device = connectTcp(network.server.tcp_ports.totem!)
      device.send(bytes)
      device.socket.end()
      await device.closed
    }
    // A device is written once a minute.
    let minutes = 0
    const unread = async () => {
      await network.server.gateway.phones!.context.unknown.write(Date.now() + 61_000 * ++minutes)
      return (await network.admin.list('unknowndevice', { status: 'unreadable' })).data
    }
    await say(Buffer.alloc(2000, 'b'))
    const long = { number: null, protocol: 'totem', address: '127.0.0.1', bytes: '62'.repeat(512), readable_by: [] }
    await expect.poll(unread).toMatchObject([long])
    const login = gt06.login('300000000000022')
    await say(login)
    await expect
      .poll(unread)
      .toMatchObject([{ ...long, count: 2, bytes: login.toString('hex'), readable_by: ['gt06'] }])
    const id = (await unread())[0]!.id
    const adopted = network.admin.call('POST', 'unknowndevice/adopt', { id, organisation_id: 1 })
    await expect(adopted).rejects.toMatchObject({ status: 476, field: 'id' })
  })

  it('is tried again from recorded bytes by replay --frames', async () => {
    const number = '300000000000023'
    const directory = await mkdtemp(join(tmpdir(), 'frames-'))
    const path = join(directory, 'frames.txt')
    await writeFile(path, `${gt06.login(number).toString('hex')}\n${gt06.position(1).toString('hex')}\n`)
    const lines: string[] = []
    const options = { host: '127.0.0.1', port, print: (line: string) => void lines.push(line) }
    expect(await replayFrames(path, options)).toBe(1)
    const id = await register(number)
    expect(await replayFrames(path, options)).toBe(0)
    expect(lines.join('\n')).toContain(`answer: ${gt06.answer(0x10, 1)}`)
    expect(await stored(id)).toBe(1)
    await expect(replayFrames(path, { ...options, port: 1 })).rejects.toThrow('Nothing answers at 127.0.0.1:1')
    await rm(directory, { recursive: true })
  })

  it('gets a refusal if the protocol has one', async () => {
    const device = connectTcp(network.server.tcp_ports.teltonika!)
    device.send(Buffer.from('\u0000\u000f300000000000009', 'latin1'))
    await device.closed
    expect(device.received()).toBe('00')
  })

  it('is written once a minute, however often it connects', async () => {
    const number = '300000000000002'
    const knock = async () => {
      const device = connectTcp(port)
      device.send(gt06.login(number))
      await device.closed
    }
    await knock()
    await expect.poll(() => unknown(number)).toMatchObject({ count: 1 })
    for (let i = 0; i < 5; i++) await knock()
    expect(await unknown(number)).toMatchObject({ count: 1 })
  })

  it('is also one outside the source networks of its tracker', async () => {
    const elsewhere = await register('300000000000003', { source_networks: ['203.0.113.0/24'] })
    const device = connectTcp(port)
    device.send(Buffer.concat([gt06.login('300000000000003'), gt06.position(1)]))
    await device.closed
    expect(device.received()).toBe('')
    expect(await stored(elsewhere)).toBe(0)
    await network.admin.update('tracker', { id: elsewhere, source_networks: ['203.0.113.0/24', '127.0.0.0/8'] })
    const again = connectTcp(port)
    again.send(gt06.login('300000000000003'))
    await again.receives(gt06.answer(1, 1))
    again.end()
  })

  it('cannot have an invalid source network', async () => {
    await expect(register('300000000000004', { source_networks: ['10.0.0.0/8', '10.0.0.0/64'] })).rejects.toMatchObject(
      { status: 400, field: 'source_networks', message: 'source_networks: 10.0.0.0/64 has no prefix from 0 to 32.' },
    )
  })
})

describe('a lost right', () => {
  it.each([
    ['deleted', (id: number) => network.admin.remove('tracker', id)],
    ['switched off', (id: number) => network.admin.update('tracker', { id, active: false })],
    ['to come from elsewhere', (id: number) => network.admin.update('tracker', { id, source_networks: ['192.0.2.1'] })],
    ['given another token', (id: number) => network.admin.call('POST', 'tracker/token', { id })],
  ])('ends the connection of a tracker that is %s', async (what, change) => {
    const imei = `4000000000000${String(what.length).padStart(2, '0')}`
    const id = await register(imei)
    const device = connectTcp(port)
    device.send(gt06.login(imei))
    await device.receives(gt06.answer(1, 1))
    await change(id)
    expect(await device.closed).toBe('closed')
  })
})

describe('limits', () => {
  it.each([
    ['nothing', ''],
    ['a frame that never ends', '79790200'],
    ['positions without a number', gt06.position(1).toString('hex')],
  ])('closes on %s after its timeout', async (_name, hex) => {
    const device = connectTcp(port)
    if (hex) device.send(hex)
    expect(await device.closed).toBe('closed')
  })

  it.each([
    ['garbage', () => Buffer.alloc(20_000, 'no frame ')],
    [
      'frames with wrong checksums',
      () => Buffer.concat(Array(30).fill(Buffer.from('78780a13440604000201baaf550d0a', 'hex'))),
    ],
    ['a frame that is too long', () => Buffer.concat([Buffer.from('79791000', 'hex'), Buffer.alloc(3_000)])],
  ])('closes on %s, and the others continue', async (_name, bytes) => {
    const hostile = connectTcp(port)
    hostile.send(bytes())
    expect(await hostile.closed).toBe('closed')
    expect((await fetch(`${network.url}/healthz`)).status).toBe(200)
  })

  it('limits the connections of one address, and accepts new ones below the limit', async () => {
    const number = '500000000000001'
    await register(number)
    const devices = Array.from({ length: 60 }, () => connectTcp(port))
    const first = await Promise.race(devices.map(({ closed }) => closed))
    expect(first).toBe('closed')
    for (const device of devices) device.end()
    await expect
      .poll(async () => {
        const device = connectTcp(port)
        device.send(gt06.login(number))
        await Promise.race([device.closed, new Promise((resolve) => device.socket.once('data', resolve))])
        const received = device.received()
        device.end()
        return received
      })
      .toBe(gt06.answer(1, 1))
  })

  it('shows connections and refusals to Prometheus', async () => {
    const metrics = await (await fetch(`${network.url}/metrics`)).text()
    expect(metrics).toMatch(/ringfence_device_connections\{transport="gt06"\} \d/)
    expect(metrics).toMatch(/ringfence_sign_in_refusals_total\{transport="gt06",reason="unknown number"\} [1-9]/)
  })
})

describe('datagrams', () => {
  // Packet 0xcafe with the AVL packet 5 of one record of codec 8, by the IMEI in front of it.
  const datagram = (imei: string) => {
    const body = Buffer.concat([
      Buffer.from('cafe0105000f', 'hex'),
      Buffer.from(imei),
      Buffer.from(`08010000016b4f831c6801${'00'.repeat(15 + 6)}01`, 'hex'),
    ])
    return Buffer.concat([Buffer.of(body.length >> 8, body.length & 0xff), body])
  }

  it('are stored and acknowledged, those of unknown devices are not', async () => {
    const id = await register('600000000000001')
    const socket = createSocket('udp4')
    const received: string[] = []
    socket.on('message', (bytes) => void received.push(bytes.toString('hex')))
    const send = (imei: string) => socket.send(datagram(imei), network.server.tcp_ports.teltonika!, '127.0.0.1')
    send('600000000000002')
    send('600000000000001')
    await expect.poll(() => received).toEqual(['0005cafe010501'])
    expect(await stored(id)).toBe(1)
    await expect.poll(() => unknown('600000000000002')).toMatchObject({ protocol: 'teltonika_udp', count: 1 })
    socket.close()
  })
})
