import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeOverFromDead } from '#gateway/presence/gateways.ts'
import { connectDevice, connectLive, type LiveSocket, type Network, startNetwork, startTracker } from '../../network.ts'
import { connectTcp } from '../device.ts'
import { openPhone } from '../phone.ts'

let network: Network
let live: LiveSocket
beforeAll(async () => {
  network = await startNetwork({ TCP_PORT_GPS103: 'any' })
  live = await connectLive(network)
})
afterAll(async () => {
  live.stop()
  await network.stop()
})

async function register(number: string, settings = {}) {
  const { data } = await network.admin.create('tracker', {
    number,
    transports: ['mqtt', 'websocket', 'osmand', 'gps103', 'gt06'],
    ...settings,
  })
  return { id: data.id, number, token: data.device_token as string }
}

const isOnline = async (id: number) => (await network.admin.read('tracker', id)).data.online
const report = (number: string, query = '') => fetch(`${network.url}/gateway/osmand?id=${number}&lat=1&lon=2${query}`)
const changesOf = (id: number) =>
  live.received
    .filter(({ name }) => name === 'presence')
    .flatMap(({ body }) => body.filter((one: { tracker_id: number }) => one.tracker_id === id))
    .map(({ online }: { online: boolean }) => online)
const eventsOf = async (tracker_id: number) =>
  (await network.admin.list('trackerevent', { tracker_id, limit: 100, sort: 'id' })).data.map((event) => event.event)

describe('presence', () => {
  it('is online with the first report, offline after three missed intervals, and back with the next', async () => {
    const { id } = await register('regular', { interval_s: 1 })
    expect((await network.admin.read('tracker', id)).data).toMatchObject({ online: false, seen_at: null })
    await report('regular')
    await expect.poll(() => isOnline(id)).toBe(true)
    await expect.poll(() => isOnline(id)).toBe(false)
    await report('regular')
    await expect.poll(() => isOnline(id)).toBe(true)
    await expect.poll(() => changesOf(id)).toEqual([true, false, true])
    expect(await eventsOf(id)).toEqual(['position', 'offline', 'position', 'online'])
    // Events that are not reports do not change the position.
    const state = await network.db.selectFrom('tracker_state').select('event').where('tracker_id', '=', id).execute()
    expect(state).toEqual([{ event: 'position' }])
  })

  it('shows on connecting to the live map who is online, and filters by it', async () => {
    const { id } = await register('shown', { interval_s: 0 })
    await report('shown')
    await expect.poll(() => isOnline(id)).toBe(true)
    const other = await connectLive(network)
    const shown = await other.receive('presence', (all) =>
      all.some((one: { tracker_id: number }) => one.tracker_id === id),
    )
    expect(shown.find((one: { tracker_id: number }) => one.tracker_id === id)).toMatchObject({ online: true })
    other.stop()
    const { data } = await network.admin.list('tracker', { online: true, limit: 1000 })
    expect(data.map((tracker) => tracker.id)).toContain(id)
  })

  it('never marks a tracker without an interval offline, except by its last will', async () => {
    const { id, token } = await register('eventful', { interval_s: 0 })
    const will = { topic: 'trackers/eventful/status', payload: Buffer.from('offline'), qos: 1 as const, retain: true }
    const client = await connectDevice(network, 'eventful', token, { will })
    await expect.poll(() => isOnline(id)).toBe(true)
    client.stream.destroy()
    await expect.poll(() => isOnline(id)).toBe(false)
    expect(changesOf(id)).toEqual([true, false])
    expect(await eventsOf(id)).toEqual(['offline'])
  })

  it('does not flap with a connection that breaks and reconnects', async () => {
    const { id, token } = await register('shaky', { interval_s: 60 })
    const will = { topic: 'trackers/shaky/status', payload: Buffer.from('offline'), qos: 1 as const, retain: true }
    for (let i = 0; i < 5; i++) {
      const client = await connectDevice(network, 'shaky', token, { will })
      await client.publishAsync('trackers/shaky/position', '{"lat":1,"lon":2}', { qos: 1 })
      client.stream.destroy()
    }
    const client = await connectDevice(network, 'shaky', token, { will })
    await network.server.gateway.presence.tick()
    // Longer than the last will is delayed.
    const { rows } = await waitInDatabase(6)
    expect(rows).toHaveLength(1)
    await network.server.gateway.presence.tick()
    expect(changesOf(id)).toEqual([true])
    expect(await isOnline(id)).toBe(true)
    await client.endAsync()
  })

  it('keeps a connected phone online that pauses while stationary', async () => {
    const { id, token } = await register('still', { interval_s: 1, pause_after_still_s: 60 })
    const phone = openPhone(network.url, { query: `?token=${token}` })
    await expect.poll(() => isOnline(id)).toBe(true)
    await waitInDatabase(5)
    await network.server.gateway.presence.tick()
    expect(await isOnline(id)).toBe(true)
    phone.socket.close()
    await expect.poll(() => isOnline(id)).toBe(false)
  })

  it('keeps a device online by heartbeats, and writes few of them', async () => {
    const { id } = await register('300000000000001', { interval_s: 4 })
    const device = connectTcp(network.server.tcp_ports.gps103!)
    const say = (words: string) => device.send(Buffer.from(words))
    say('##,imei:300000000000001,A;')
    await expect.poll(() => isOnline(id)).toBe(true)
    const presence = () =>
      network.db.selectFrom('tracker_presence').selectAll().where('tracker_id', '=', id).executeTakeFirstOrThrow()
    const written = new Set([(await presence()).seen_at])
    let beats = 0
    const beat = async () => {
      for (let i = 0; i < 10; i++, beats++) say('300000000000001;')
      return written.add((await presence()).seen_at).size
    }
    await expect.poll(beat).toBe(3)
    expect(written.size).toBeLessThan(beats / 10)
    await device.receives(Buffer.from(`LOAD${'ON'.repeat(beats)}`).toString('hex'))
    expect(await eventsOf(id)).toEqual([])
    device.end()
  })

  it('writes nothing for the reports of an online tracker', async () => {
    const tracker = await startTracker(network, 'steady', { interval_s: 4 })
    const presence = async () => {
      const { rows } = await sql<{ version: string; online: boolean }>`
        select xmin::text as version, online from tracker_presence where tracker_id = ${tracker.id}`.execute(network.db)
      return rows[0]
    }
    let lat = 0
    const report = () => tracker.report({ lat: ++lat / 100, lon: 2 })
    await report()
    await report()
    await expect.poll(() => isOnline(tracker.id)).toBe(true)
    await network.server.gateway.presence.tick()
    const before = await presence()
    for (let i = 0; i < 5; i++) {
      await report()
      await waitInDatabase(2)
      await network.server.gateway.presence.tick()
    }
    expect(await presence()).toEqual(before)
    const { seen_at } = (await network.admin.read('tracker', tracker.id)).data
    const { received } = (await network.admin.list('trackerevent', { tracker_id: tracker.id, limit: 1 })).data[0]!
    expect(seen_at).toBe(received)
    // Its silence is noticed all the same.
    await expect.poll(() => isOnline(tracker.id)).toBe(false)
    await report()
    await expect.poll(() => isOnline(tracker.id)).toBe(true)
    await tracker.stop()
  })

  it('is online after one short connection with one report', async () => {
    const { id, token } = await register('brief')
    const client = await connectDevice(network, 'brief', token)
    await client.publishAsync('trackers/brief/position', '{"lat":1,"lon":2}', { qos: 1 })
    client.stream.destroy()
    await expect.poll(() => isOnline(id)).toBe(true)
  })

  it('hands the trackers of a dead gateway to another one, with their last wills', async () => {
    const ids: number[] = []
    for (const name of ['willing', 'patient', 'gone']) {
      const tracker = await startTracker(network, `of-the-dead-${name}`, { interval_s: name === 'gone' ? 10 : 0 })
      await tracker.report({ lat: 1, lon: 2 })
      await expect.poll(() => isOnline(tracker.id)).toBe(true)
      ids.push(tracker.id)
      await tracker.stop()
    }
    await network.server.gateway.presence.tick()
    const [willing, patient, gone] = ids as [number, number, number]
    // As left by a dead process: unclosed connections, and an old heartbeat.
    const hour_ago = new Date(Date.now() - 3_600_000).toISOString()
    await network.db.insertInto('gateway').values({ id: 'dead', alive_at: hour_ago }).execute()
    const left = { gateway_id: 'dead', contact: 'connected' as const, online: true, seen_at: hour_ago, due_at: null }
    await network.db.updateTable('tracker_presence').set(left).where('tracker_id', 'in', ids).execute()
    await network.db.updateTable('tracker_presence').set({ has_will: true }).where('tracker_id', '=', willing).execute()
    await network.db.updateTable('tracker_state').set({ received: hour_ago }).where('tracker_id', 'in', ids).execute()

    expect(await takeOverFromDead(network.db)).toBe(1)
    await expect.poll(() => isOnline(willing)).toBe(false)
    await expect.poll(() => isOnline(gone), { timeout: 60_000 }).toBe(false)
    // Trackers without an interval are only offline by a last will.
    expect(await isOnline(patient)).toBe(true)
    expect(await network.db.selectFrom('gateway').select('id').where('id', '=', 'dead').execute()).toEqual([])
    expect((await eventsOf(willing)).at(-1)).toBe('offline')
  })

  it('keeps its trackers when others have considered it dead', async () => {
    const tracker = await startTracker(network, 'believed-lost', { interval_s: 3600 })
    await tracker.report({ lat: 1, lon: 2 })
    await expect.poll(() => isOnline(tracker.id)).toBe(true)
    const { gateway_id } = network.server.gateway.presence
    await network.db.deleteFrom('gateway').where('id', '=', gateway_id).execute()
    await network.db.updateTable('tracker_presence').set({ gateway_id: null, contact: 'closed' }).execute()
    const owner = () =>
      network.db
        .selectFrom('tracker_presence')
        .select(['gateway_id', 'contact'])
        .where('tracker_id', '=', tracker.id)
        .executeTakeFirst()
    await expect.poll(owner).toEqual({ gateway_id, contact: 'connected' })
    await tracker.stop()
  })

  it('holds a phone to its interval while charging, and no vehicle whose supply charges', async () => {
    const settings = { interval_s: 60, interval_charging_s: 1 }
    const [vehicle, phone] = [
      await register('vehicle', settings),
      await register('phone', { ...settings, type: 'phone' }),
    ]
    for (const { number } of [vehicle, phone]) await report(number, '&charge=true')
    await expect.poll(() => isOnline(vehicle.id)).toBe(true)
    await expect.poll(() => isOnline(phone.id)).toBe(true)
    await expect.poll(() => isOnline(phone.id)).toBe(false)
    await network.server.gateway.presence.tick()
    expect(await isOnline(vehicle.id)).toBe(true)
  })

  it('gives devices of a protocol an interval of their own, unless a person has set one', async () => {
    const { admin } = network
    const parked = await admin.create('tracker', { number: 'parked', transports: ['gt06'] })
    expect(parked.data.interval_s).toBe(200)
    for (const [interval_s, later] of [
      [60, 200],
      [30, 30],
    ] as const) {
      const { data } = await admin.create('tracker', { number: `every-${interval_s}`, interval_s })
      const changed = await admin.update('tracker', { id: data.id, transports: ['mqtt', 'gt06'] })
      expect(changed.data.interval_s).toBe(later)
    }
  })

  it('follows the setting when it changes', async () => {
    const { id } = await register('changing', { interval_s: 1 })
    await report('changing')
    await expect.poll(() => isOnline(id)).toBe(true)
    await network.admin.update('tracker', { id, interval_s: 0 })
    await waitInDatabase(5)
    await network.server.gateway.presence.tick()
    expect(await isOnline(id)).toBe(true)
  })

  it('marks no tracker offline for a downtime of the server', async () => {
    const { id } = await register('waiting', { interval_s: 3600 })
    await report('waiting')
    await expect.poll(() => isOnline(id)).toBe(true)
    const long_ago = new Date(Date.now() - 86_400_000).toISOString()
    await network.db
      .updateTable('tracker_presence')
      .set({ seen_at: long_ago, due_at: long_ago })
      .where('tracker_id', '=', id)
      .execute()
    await network.server.gateway.presence.tick()
    expect(await isOnline(id)).toBe(true)
  })
})

/** Lets the database's clock advance without blocking the embedded one. */
async function waitInDatabase(seconds: number) {
  const { rows } = await sql<{ until: string }>`select now() + make_interval(secs => ${seconds}) as until`.execute(
    network.db,
  )
  await expect
    .poll(
      async () =>
        (await sql<{ over: boolean }>`select now() >= ${rows[0]!.until}::timestamptz as over`.execute(network.db))
          .rows[0]?.over,
    )
    .toBe(true)
  return { rows }
}
