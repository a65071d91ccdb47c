import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDevice, connectLive, type LiveSocket, type Network, startNetwork } from '../network.ts'
import { connectTcp } from './device.ts'
import { openPhone } from './phone.ts'

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
  const { data } = await network.admin.create('tracker', { number, ...settings })
  return { id: data.id, number, token: data.device_token as string }
}

const patience = { timeout: 20_000 }
const isOnline = async (id: number) => (await network.admin.read('tracker', id)).data.online
const report = (number: string, query = '') => fetch(`${network.url}/gateway/osmand?id=${number}&lat=1&lon=2${query}`)
const changesOf = (id: number) =>
  live.heard
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
    await expect.poll(() => isOnline(id), patience).toBe(true)
    await expect.poll(() => isOnline(id), patience).toBe(false)
    await report('regular')
    await expect.poll(() => isOnline(id), patience).toBe(true)
    await expect.poll(() => changesOf(id), patience).toEqual([true, false, true])
    expect(await eventsOf(id)).toEqual(['position', 'offline', 'position', 'online'])
    // What is not a report is not where the tracker is.
    const state = await network.db.selectFrom('tracker_state').select('event').where('tracker_id', '=', id).execute()
    expect(state).toEqual([{ event: 'position' }])
  })

  it('shows on connecting to the live map who is online, and finds them by it', async () => {
    const { id } = await register('shown', { interval_s: 0 })
    await report('shown')
    await expect.poll(() => isOnline(id), patience).toBe(true)
    const other = await connectLive(network)
    const shown = await other.hear('presence', (all) =>
      all.some((one: { tracker_id: number }) => one.tracker_id === id),
    )
    expect(shown.find((one: { tracker_id: number }) => one.tracker_id === id)).toMatchObject({ online: true })
    other.stop()
    const { data } = await network.admin.list('tracker', { online: true, limit: 1000 })
    expect(data.map((tracker) => tracker.id)).toContain(id)
  })

  it('never misses a tracker whose interval is off, but believes its last will', async () => {
    const { id, token } = await register('eventful', { interval_s: 0 })
    const will = { topic: 'trackers/eventful/status', payload: Buffer.from('offline'), qos: 1 as const, retain: true }
    const client = await connectDevice(network, 'eventful', token, { will })
    await expect.poll(() => isOnline(id), patience).toBe(true)
    client.stream.destroy()
    await expect.poll(() => isOnline(id), patience).toBe(false)
    expect(changesOf(id)).toEqual([true, false])
    expect(await eventsOf(id)).toEqual(['offline'])
  })

  it('does not flap with a connection that breaks and comes again', async () => {
    const { id, token } = await register('shaky', { interval_s: 60 })
    const will = { topic: 'trackers/shaky/status', payload: Buffer.from('offline'), qos: 1 as const, retain: true }
    for (let i = 0; i < 5; i++) {
      const client = await connectDevice(network, 'shaky', token, { will })
      await client.publishAsync('trackers/shaky/position', '{"lat":1,"lon":2}', { qos: 1 })
      client.stream.destroy()
    }
    const client = await connectDevice(network, 'shaky', token, { will })
    await network.server.gateway.presence.tick()
    // Longer than a farewell is waited for.
    const { rows } = await waitInDatabase(6)
    expect(rows).toHaveLength(1)
    await network.server.gateway.presence.tick()
    expect(changesOf(id)).toEqual([true])
    expect(await isOnline(id)).toBe(true)
    await client.endAsync()
  })

  it('does not miss a phone that is to be silent while it stands still, as long as it is connected', async () => {
    const { id, token } = await register('still', { interval_s: 1, pause_after_still_s: 60 })
    const phone = openPhone(network.url, { query: `?token=${token}` })
    await expect.poll(() => isOnline(id), patience).toBe(true)
    await waitInDatabase(5)
    await network.server.gateway.presence.tick()
    expect(await isOnline(id)).toBe(true)
    phone.socket.close()
    await expect.poll(() => isOnline(id), patience).toBe(false)
  })

  it('hears a device that says nothing but heartbeats, and writes few of them down', async () => {
    const { id } = await register('300000000000001', { interval_s: 4 })
    const device = connectTcp(network.server.tcp_ports.gps103!)
    const say = (words: string) => device.send(Buffer.from(words))
    say('##,imei:300000000000001,A;')
    await expect.poll(() => isOnline(id), patience).toBe(true)
    const presence = () =>
      network.db.selectFrom('tracker_presence').selectAll().where('tracker_id', '=', id).executeTakeFirstOrThrow()
    const written = new Set([(await presence()).seen_at])
    let beats = 0
    const beat = async () => {
      for (let i = 0; i < 10; i++, beats++) say('300000000000001;')
      return written.add((await presence()).seen_at).size
    }
    await expect.poll(beat, patience).toBe(3)
    expect(written.size).toBeLessThan(beats / 10)
    await device.hears(Buffer.from(`LOAD${'ON'.repeat(beats)}`).toString('hex'))
    expect(await eventsOf(id)).toEqual([])
    device.end()
  })

  it('follows the setting when it changes', async () => {
    const { id } = await register('changing', { interval_s: 1 })
    await report('changing')
    await expect.poll(() => isOnline(id), patience).toBe(true)
    await network.admin.update('tracker', { id, interval_s: 0 })
    await waitInDatabase(5)
    await network.server.gateway.presence.tick()
    expect(await isOnline(id)).toBe(true)
  })

  it('misses nobody for the time in which the server was away', async () => {
    const { id } = await register('waiting', { interval_s: 3600 })
    await report('waiting')
    await expect.poll(() => isOnline(id), patience).toBe(true)
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

/** Lets the database's clock go on, without holding up the embedded one. */
async function waitInDatabase(seconds: number) {
  const { sql } = await import('kysely')
  const { rows } = await sql<{ until: string }>`select now() + make_interval(secs => ${seconds}) as until`.execute(
    network.db,
  )
  await expect
    .poll(
      async () =>
        (await sql<{ over: boolean }>`select now() >= ${rows[0]!.until}::timestamptz as over`.execute(network.db))
          .rows[0]?.over,
      patience,
    )
    .toBe(true)
  return { rows }
}
