import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeKey } from '../../seeds/people.ts'
import { answer, position, TOKEN } from './fake.ts'
import { begin, DAY, device, eventsOf, MINUTE, network, START } from './setting.ts'

describe('positions', () => {
  it('are stored once, in metres per second, with what the device reported', async () => {
    const positions = [
      position(1, START, {
        speed: 10,
        course: 360,
        accuracy: 8,
        attributes: {
          ignition: true,
          batteryLevel: 80,
          power: 12.4,
          odometer: 5000,
          hours: 7_200_000,
          temp1: 4.5,
          totalDistance: 9,
          nul: 'a\0b',
        },
      }),
      position(1, START + MINUTE, { longitude: 180, latitude: 10, attributes: { io9: 'x\0y', alarm: 'sos' } }),
      position(1, START + 2 * MINUTE, { valid: false }),
      position(1, START + 3 * MINUTE, { latitude: 174.75, longitude: -36.5 }),
      position(1, START + 4 * MINUTE, { outdated: true }),
      position(1, START + 5 * MINUTE, { altitude: 1e9, speed: -4 }),
      position(1, START + DAY),
    ]
    const { run, ours, client } = await begin({
      lists: { devices: [device(1, 'Ute')] },
      positions: new Map([[1, positions]]),
    })
    const first = await run()
    expect(first.error).toBeUndefined()
    expect(first.text).toContain('4 positions stored')
    expect(first.text).toContain('1 × Positions: without a valid fix')
    expect(first.text).toContain('1 × Positions: with coordinates that are not on the globe')
    const { data: trackers } = await client.list('tracker', {})
    const events = await eventsOf(ours, trackers[0]!.id)
    expect(events).toMatchObject([
      {
        imported: true,
        speed: 5.144,
        heading: 0,
        accuracy: 8,
        altitude: 12,
        position: { coordinates: [174.75, -36.5] },
        attributes: { ignition: true, battery: 80, power_volts: 12.4, odometer: 5000, hours: 7200, temperature_1: 4.5 },
      },
      { position: { coordinates: [180, 10] }, accuracy: null, attributes: { io_9: 'xy', alarms: 'sos' } },
      { altitude: null, speed: null },
      { fix_at: new Date(START + DAY).toISOString().replace('.000', '') },
    ])
    expect((await client.list('alert', {})).data).toEqual([])
    expect((await run()).text).toContain('0 positions stored, 0 there already')
    expect((await run({ again: true })).text).toContain('0 positions stored, 4 there already')
    const { data: imports } = await client.list('trackimport', {})
    expect(imports).toMatchObject([{ points: 4 }])
    await client.act('POST trackimport/undo', { id: imports[0]!.id })
    expect((await run()).text).toContain('4 positions stored')
  })

  it('are all read where Traccar cuts its answers', async () => {
    const positions = Array.from({ length: 2600 }, (_, i) => position(1, START + i * 1000))
    const { run } = await begin({
      lists: { devices: [device(1, 'Ute')] },
      positions: new Map([[1, positions]]),
      most: 1200,
    })
    expect((await run()).text).toContain('2600 positions stored')
  })

  it('of many days with few are sent together', async () => {
    const positions = Array.from({ length: 30 }, (_, i) => position(1, START - 35 * DAY + i * DAY))
    const { run, client } = await begin({
      lists: { devices: [device(1, 'Ute')] },
      positions: new Map([[1, positions]]),
    })
    const parts = async () =>
      (await network.db.selectFrom('attempt').select('count').where('key', 'like', 'track_import:%').execute()).reduce(
        (sum, { count }) => sum + count,
        0,
      )
    const before = await parts()
    expect((await run()).text).toContain('30 positions stored')
    expect((await parts()) - before).toBe(1)
    expect((await client.list('trackimport', {})).data).toMatchObject([{ points: 30 }])
  })

  it('are complete and single after the command was killed in the middle', async () => {
    const positions = [0, 1, 2].flatMap((day) =>
      Array.from({ length: 1500 }, (_, i) => position(1, START + day * DAY + i * 10_000)),
    )
    const { fake, key, state, run, client } = await begin({
      lists: { devices: [device(1, 'Ute')] },
      positions: new Map([[1, positions]]),
    })
    const script = join(import.meta.dirname, '../../../scripts/import/main.ts')
    const from = new Date(START).toISOString().slice(0, 10)
    const args = [script, 'traccar', fake.url, '--to', network.url, '--state', state, '--from', from]
    const env = { ...process.env, TRACCAR_TOKEN: TOKEN, RINGFENCE_KEY: key }
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const stored = async () => (await client.list('trackimport', {})).data[0]?.points ?? 0
    await expect.poll(stored, { interval: 5 }).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await ended
    const before = await stored()
    expect(before).toBeLessThan(4500)
    const { error } = await run({ from: START })
    expect(error).toBeUndefined()
    const { data: imports } = await client.list('trackimport', {})
    expect(imports).toMatchObject([{ points: 4500 }])
    const { data: trackers } = await client.list('tracker', {})
    const { info } = await client.list('trackerevent', { tracker_id: trackers[0]!.id, limit: 1 })
    expect(info.total).toBe(4500)
  })
})

describe('a Traccar that answers badly', () => {
  const one = () => ({ lists: { devices: [device(1, 'Ute')] }, positions: new Map([[1, [position(1, START)]]]) })

  it('is asked again while it is away, overloaded, or breaks off', async () => {
    const { fake, run } = await begin(one())
    fake.once('server', (response) => answer(response, 503, 'busy'))
    fake.once('devices', (response) => answer(response, 429, 'slow down', { 'retry-after': '1' }))
    fake.once('devices', (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
      response.write('[{"id": 1, "name": "Ute", ')
      setTimeout(() => response.destroy(), 20)
    })
    fake.once('groups', (response) => answer(response, 200, '[{"id": 1, "name": "No'))
    fake.once('groups', (response) => response.destroy())
    const { error, text } = await run()
    expect(error).toBeUndefined()
    expect(text).toContain('Traccar: server: it answers 503')
    expect(text).toContain('again in 1 s')
    expect(text).toContain('1 positions stored')
  })

  it('ends the command with a sentence that says what to do', async () => {
    const { fake, run } = await begin(one())
    expect((await run({ token: 'another' })).error).toMatch(/refuses the token: make one there/)
    fake.once('server', (response) => answer(response, 200, '<html>Welcome</html>'))
    expect((await run()).error).toMatch(/is not Traccar's/)
    fake.once('devices', (response) => answer(response, 200, '{"devices": []}'))
    expect((await run()).error).toMatch(/is not Traccar's: it is no list in JSON/)
    fake.once('devices', (response) => answer(response, 200, `[${'{"a":'.repeat(60_000)}`))
    expect((await run()).error).toMatch(/more than 256 kB/)
    fake.once('server', (response) => answer(response, 302, '', { location: 'https://elsewhere.example/' }))
    expect((await run()).error).toMatch(/answers from https:\/\/elsewhere.example\/: give that URL/)
    expect((await run({ url: `${fake.url}/gps` })).error).toMatch(/There is no Traccar at/)
    expect((await run({ url: 'gps.example.com' })).error).toMatch(/begins with http/)
    for (let i = 0; i < 7; i++) fake.once('groups', (response) => answer(response, 500, 'oops'))
    expect((await run()).error).toMatch(/does not answer groups: it answers 500. Nothing is lost/)
  })

  it('may refuse long spans, and devices', async () => {
    const { fake, run } = await begin({
      lists: { devices: [device(1, 'Ute'), device(2, 'Hidden')] },
      positions: new Map([[1, [position(1, START)]]]),
    })
    const refuse = (id: number, is: (days: number) => boolean) => {
      for (let i = 0; i < 200; i++)
        fake.once('positions', (response, request) => {
          const query = new URL(request.url!, fake.url).searchParams
          const days = (Date.parse(query.get('to')!) - Date.parse(query.get('from')!)) / DAY
          if (!query.has('deviceId')) answer(response, 200, [])
          else if (Number(query.get('deviceId')) === id || is(days))
            answer(response, 400, 'Time period exceeds the limit')
          else
            answer(
              response,
              200,
              fake.data.positions
                .get(1)!
                .filter(
                  ({ fixTime }) =>
                    Date.parse(String(fixTime)) >= Date.parse(query.get('from')!) &&
                    Date.parse(String(fixTime)) <= Date.parse(query.get('to')!),
                ),
            )
        })
    }
    refuse(2, (days) => days > 3)
    const { error, text } = await run()
    expect(error).toBeUndefined()
    expect(text).toContain('1 positions stored')
    expect(text).toContain('Traccar refuses them: Time period exceeds the limit (Hidden)')
  })
})

describe('a limit of Ringfence', () => {
  it('ends the command with the time from which it continues', async () => {
    const { run, ours } = await begin({
      lists: { devices: [device(1, 'Ute')] },
      positions: new Map([[1, [position(1, START), position(1, START + DAY)]]]),
    })
    const key = `track_import:${ours.administrator.id}`
    await network.db.insertInto('attempt').values({ key, count: 10_000, began_at: new Date().toISOString() }).execute()
    const { error, text } = await run()
    expect(error).toMatch(/parts of tracks in a day.*Run the same command again after \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
    expect(text).toContain('Devices: 1 created')
    await network.db.deleteFrom('attempt').where('key', '=', key).execute()
    expect((await run()).text).toContain('2 positions stored')
  })
})

describe('a key of Ringfence', () => {
  it('must be an administrator’s, of this organisation, with the scopes', async () => {
    const { ours, run } = await begin({ lists: { devices: [device(1, 'Ute')] } }, ['read', 'write'])
    expect((await run()).error).toMatch(/takes a key of an administrator with the scopes read, write and devices/)
    expect((await run({ key: 'rf_unknown' })).error).toMatch(/refuses the key/)
    expect((await run({ organisation: ours.id + 1 })).error).toMatch(/it writes only there/)
    const staff = await makeKey(ours.staff, { organisation_id: ours.id, scopes: ['read', 'write', 'devices'] })
    const { data } = await ours.administrator.client.list('tracker', {})
    expect(data).toEqual([])
    const { error, text } = await run({ key: staff })
    expect(error ?? text).toMatch(/administrator/)
  })
})
