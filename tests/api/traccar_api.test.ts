import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { KeyScope } from '#db/tables/people/api_key.ts'
import { box, type Device, type Network, startTracker } from '../network.ts'
import { makeKey, makeOrganisation, makePerson, type Organisation, type Person } from '../seeds/people.ts'
import { makeLimited } from '../seeds/roles.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
let ute: Device
let lorry: Device
let foreign: Device
let keys: Record<'administrator' | 'user' | 'stranger', string>
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  ute = await startTracker(network, 'ute', { organisation_id: ours.id, name: 'Ute', owner_user_id: ours.user.id })
  lorry = await startTracker(network, 'lorry', { organisation_id: ours.id, name: 'Lorry' })
  foreign = await startTracker(network, 'foreign', { organisation_id: theirs.id })
  const ts = new Date(Date.now() - 60_000).toISOString()
  for (const each of [ute, lorry, foreign]) await each.report({ lat: -36.85, lon: 174.75, ts, speed: 10, battery: 80 })
  const of = { organisation_id: ours.id }
  await ours.administrator.client.create('boundary', { ...of, name: 'All', geometry: box(174, -37, 175, -36) })
  const own = { ...of, owner_user_id: ours.staff.id, name: 'Of staff' }
  await ours.administrator.client.create('boundary', { ...own, circle: { center: [174.7, -36.8], radius_m: 500 } })
  keys = {
    administrator: await keyOf(ours.administrator),
    user: await keyOf(ours.user),
    stranger: await keyOf(theirs.administrator, theirs),
  }
})
afterAll(async () => {
  for (const each of [ute, lorry, foreign]) await each.stop()
})

const keyOf = (person: Person, of = ours, ...scopes: KeyScope[]) =>
  makeKey(person, { organisation_id: of.id, scopes: scopes.length > 0 ? scopes : ['read'] })

/** As programs send it: any name, and the key as the password. */
const basic = (key: string) => ({ authorization: `Basic ${btoa(`me@example.com:${key}`)}` })
const ask = (path: string, init: RequestInit = {}) => fetch(`${network.url}/api/${path}`, init)
// biome-ignore lint/suspicious/noExplicitAny: what programs get
async function read(path: string, key = keys.administrator): Promise<any> {
  const answer = await ask(path, { headers: basic(key) })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.json()
}
const span = () =>
  `from=${new Date(Date.now() - 3600_000).toISOString()}&to=${new Date(Date.now() + 1000).toISOString()}`

async function begin(key: string): Promise<string> {
  const body = new URLSearchParams({ email: 'me@example.com', password: key })
  const answer = await ask('session', { method: 'POST', body })
  expect(answer.status).toBe(200)
  return answer.headers.get('set-cookie')!
}

async function connect(headers: Record<string, string>) {
  const socket = new WebSocket(`${network.url.replace('http', 'ws')}/api/socket`, { headers })
  // biome-ignore lint/suspicious/noExplicitAny: what programs get
  const messages: Record<string, any[]>[] = []
  socket.on('message', (text) => messages.push(JSON.parse(String(text))))
  await once(socket, 'open')
  const of = (name: string) => messages.flatMap((message) => message[name] ?? [])
  return { socket, messages, of }
}

describe('a program that speaks the API of Traccar', () => {
  it('reads devices, positions, boundaries and the server', async () => {
    expect(await read('server')).toMatchObject({ readonly: true, registration: false })
    const devices = await read('devices')
    expect(devices).toMatchObject([
      { id: ute.id, name: 'Ute', uniqueId: 'ute', disabled: false },
      { id: lorry.id, name: 'Lorry', uniqueId: 'lorry' },
    ])
    expect(await read('devices?uniqueId=lorry')).toMatchObject([{ id: lorry.id }])
    const [position, other] = await read('positions')
    const place = { latitude: -36.85, longitude: 174.75, speed: 19.4384, attributes: { batteryLevel: 80 } }
    expect(position).toMatchObject({ deviceId: ute.id, id: devices[0].positionId, ...place })
    expect(other).toMatchObject({ deviceId: lorry.id })
    expect(await read(`positions?id=${position.id}`)).toMatchObject([{ id: position.id, ...place }])
    expect(await read(`positions?deviceId=${lorry.id}&${span()}`)).toMatchObject([{ deviceId: lorry.id, ...place }])
    const geofences = await read('geofences')
    expect(geofences.map(({ name }: { name: string }) => name)).toEqual(['All', 'Of staff'])
    expect(geofences[0].area).toMatch(/^POLYGON \(\(-3\d 17\d/)
    expect(geofences[1].area).toBe('CIRCLE (-36.8 174.7, 500)')
    for (const path of ['groups', 'drivers']) expect(await read(path)).toEqual([])
    const asked = `deviceId=${ute.id}&deviceId=${lorry.id}&${span()}`
    expect(await read(`reports/route?${asked}`)).toHaveLength(2)
    for (const kind of ['trips', 'events']) {
      expect(await read(`reports/${kind}?${asked}&type=deviceMoving`)).toEqual([])
    }
    // Where it stands is found a moment after its report.
    await expect.poll(() => read(`reports/stops?${asked}`)).toMatchObject([{ deviceName: 'Ute' }, { latitude: -36.85 }])
    expect(await read(`reports/summary?${asked}`)).toMatchObject([{ deviceName: 'Ute', distance: 0 }, {}])
    expect(await read(`reports/events?${span()}`)).toEqual([])
  })

  it('sees no more than the owner of its key: no devices, positions, boundaries or events of others', async () => {
    const all = `deviceId=${ute.id}&deviceId=${lorry.id}&deviceId=${foreign.id}`
    const [{ id: hidden }] = await read(`positions?deviceId=${lorry.id}`)
    await network.db
      .insertInto('alert')
      .values(
        [ute, lorry, foreign].map(({ id: tracker_id }) => ({
          organisation_id: tracker_id === foreign.id ? theirs.id : ours.id,
          tracker_id,
          kind: 'alarm' as const,
          alarm: 'sos',
          boundary_id: null,
          started_at: new Date(Date.now() - 1000).toISOString(),
          raised_at: new Date().toISOString(),
          ended_at: null,
          event_id: null,
        })),
      )
      .execute()
    for (const [key, device] of [
      [keys.user, ute],
      [keys.stranger, foreign],
    ] as const) {
      const only = [{ deviceId: device.id }]
      expect(await read('devices', key)).toMatchObject([{ id: device.id }])
      expect(await read(`devices?id=${ute.id}&id=${lorry.id}&id=${foreign.id}`, key)).toMatchObject([{ id: device.id }])
      expect(await read(`positions?${all}`, key)).toMatchObject(only)
      expect(await read(`positions?id=${hidden}`, key)).toEqual([])
      expect(await read(`reports/route?${all}&${span()}`, key)).toMatchObject(only)
      expect(await read(`reports/summary?${all}&${span()}`, key)).toMatchObject(only)
      const events = await read(`reports/events?${all}&${span()}&type=alarm`, key)
      expect(events).toMatchObject([{ ...only[0], type: 'alarm', attributes: { alarm: 'sos' } }])
    }
    expect(await read('geofences', keys.user)).toMatchObject([{ name: 'All' }])
    expect(await read('geofences', keys.stranger)).toEqual([])
  })

  it('shows of trackers what a role of the organisation opens', async () => {
    const areas = { trackers: 'read' } as const
    const person = await makeLimited(network, 'driver', ours.id, { name: 'Yard', base: 'Staff', areas })
    const key = await keyOf(person)
    const [device] = await read(`devices?id=${lorry.id}`, key)
    expect(device).toMatchObject({ id: lorry.id, geofenceIds: [] })
    expect(await read(`positions?deviceId=${lorry.id}`, key)).toMatchObject([{ id: device.positionId }])
    expect(await read(`reports/events?deviceId=${lorry.id}&${span()}`, key)).toEqual([])
    expect(await read('geofences', key)).toEqual([])
    const trips = await ask(`reports/trips?deviceId=${lorry.id}&${span()}`, { headers: basic(key) })
    expect(trips.status).toBe(403)
    const { socket, of } = await connect(basic(key))
    await expect.poll(() => of('devices').map(({ id }) => id)).toContain(lorry.id)
    socket.close()
  })

  it('follows what its person sees, until the key is revoked', async () => {
    const person = await makePerson(network, 'follower', ours.id, 'User')
    const own = await startTracker(network, 'own', { organisation_id: ours.id, owner_user_id: person.id })
    const key = await keyOf(person)
    const cookie = (await begin(key)).split(';')[0]!
    const { socket, of } = await connect({ cookie })
    const closed = once(socket, 'close')
    await expect.poll(() => of('devices')).toMatchObject([{ id: own.id, status: expect.any(String) }])
    const ts = new Date().toISOString()
    for (const each of [lorry, foreign, own]) await each.report({ lat: -36.8, lon: 174.7, ts, speed: 5, alarm: 'sos' })
    await expect.poll(() => of('positions')).toMatchObject([{ deviceId: own.id, latitude: -36.8 }])
    await expect.poll(() => of('events').map(({ type }) => type)).toContain('alarm')
    await expect
      .poll(() => of('events'))
      .toMatchObject(expect.arrayContaining([expect.objectContaining({ type: 'geofenceEnter', deviceId: own.id })]))
    expect(of('positions').at(-1)!.geofenceIds).toHaveLength(1)
    const named = [...of('positions'), ...of('events')].map(({ deviceId }) => deviceId)
    expect(new Set(named)).toEqual(new Set([own.id]))
    expect(of('devices').every(({ id }) => id === own.id)).toBe(true)
    const { data } = await person.client.list('apikey', {})
    await person.client.remove('apikey', data[0]!.id)
    await closed
    expect((await ask('devices', { headers: { cookie } })).status).toBe(401)
    expect((await ask('devices', { headers: basic(key) })).status).toBe(401)
    await own.stop()
  })

  it('has a session that is worth nothing elsewhere, and that other sites cannot use', async () => {
    const cookie = await begin(keys.administrator)
    expect(cookie).toMatch(/; Path=\/api; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
    const [pair] = cookie.split(';') as [string]
    const [, value] = pair.split('=') as [string, string]
    expect((await ask('session', { headers: { cookie: pair } })).status).toBe(200)
    expect((await ask('devices', { headers: { cookie: pair, origin: network.url } })).status).toBe(200)
    expect((await ask('devices', { headers: { cookie: pair, origin: 'https://evil.example' } })).status).toBe(401)
    expect((await ask('v1/trackers', { headers: { cookie: pair } })).status).toBe(401)
    expect((await ask('v1/trackers', { headers: { authorization: `Bearer ${value}` } })).status).toBe(401)
    // Neither a token of a person nor one of the REST API for the key.
    const { token } = ours.administrator
    expect((await ask('devices', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
    expect((await ask('devices', { headers: { cookie: `ringfence_traccar=${token}` } })).status).toBe(401)
    const evil = new WebSocket(`${network.url.replace('http', 'ws')}/api/socket`, {
      headers: { cookie: pair, origin: 'https://evil.example' },
    })
    const [error] = await once(evil, 'error')
    expect(String(error)).toContain('401')
    const ended = await ask('session', { method: 'DELETE', headers: { cookie: pair } })
    expect([ended.status, ended.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')])
  })

  it('gives a key in any of the usual ways, and receives the reason where something else is refused', async () => {
    for (const headers of [basic(keys.user), { authorization: `Bearer ${keys.user}` }]) {
      expect((await ask('session', { headers })).status).toBe(200)
    }
    const by_token = await ask(`session?token=${keys.user}`)
    expect([by_token.status, await by_token.json()]).toMatchObject([200, { id: ours.user.id, readonly: true }])
    expect(by_token.headers.get('set-cookie')).toContain('ringfence_traccar=')
    const password = await ask('devices', { headers: basic('a password for tests') })
    expect([password.status, password.headers.get('www-authenticate')]).toEqual([401, 'Basic'])
    expect((await password.json()).message).toMatch(/^A password is not taken here\. Make one under Settings, API keys/)
    for (const headers of [{}, basic('rf_guess')] as Record<string, string>[]) {
      expect((await ask('devices', { headers })).status).toBe(401)
    }
    expect((await ask('server', { headers: basic('rf_guess') })).status).toBe(401)
    expect((await ask('server')).status).toBe(200)
    const writer = await keyOf(ours.administrator, ours, 'write')
    expect((await ask('devices', { headers: basic(writer) })).status).toBe(403)
    const body = new URLSearchParams({ email: '', password: writer })
    expect((await ask('session', { method: 'POST', body })).status).toBe(403)
    for (const query of ['deviceId=x', `from=yesterday&to=today`, `deviceId=${ute.id}`]) {
      const answer = await ask(`reports/events?${query}`, { headers: basic(keys.user) })
      expect([answer.status, await answer.json()]).toMatchObject([400, { message: expect.stringMatching(/^\w+: /) }])
    }
  })

  it('changes nothing', async () => {
    const headers = { ...basic(keys.administrator), 'content-type': 'application/json' }
    for (const [method, path, status] of [
      ['POST', 'devices', 405],
      ['PUT', 'geofences', 405],
      ['DELETE', `devices/${ute.id}`, 404],
      ['POST', 'commands/send', 404],
      ['GET', 'users', 404],
      ['GET', 'reports/replay', 404],
    ] as const) {
      const body = method === 'GET' || method === 'DELETE' ? null : '{"name":"x"}'
      const answer = await ask(path, { method, headers, body })
      expect([path, answer.status, await answer.json()]).toEqual([
        path,
        status,
        { message: expect.stringContaining('can only be read here') },
      ])
    }
    expect(await read(`devices?id=${ute.id}`)).toMatchObject([{ name: 'Ute' }])
  })
})
