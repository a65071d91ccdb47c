import { hash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#api/client.ts'
import { scopeOf } from '#api/crud/session/api_keys.ts'
import type { KeyScope } from '#db/tables/people/api_key.ts'
import { connectLive, type Network, startTracker } from '../network.ts'
import { makeKey, makeOrganisation, makePerson, type Organisation, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'
import { guest } from './accounts.people.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
let made = 0
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  await (await startTracker(network, 'a-lorry', { organisation_id: ours.id })).stop()
})

const owner = (role: 'Administrator' | 'Staff' | 'User' = 'Staff') =>
  makePerson(network, `owner-${++made}`, ours.id, role)
const keyOf = (person: Person, ...scopes: KeyScope[]) => makeKey(person, { organisation_id: ours.id, scopes })
const withKey = (key: string) => createClient({ base: network.url, token: () => key, retries: 0 })
const statusOf = async (key: string, path = 'trackers') =>
  (await fetch(`${network.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } })).status

describe('an API key', () => {
  it('is shown once, stored as its hash, and says when it was used', async () => {
    const { client } = await owner()
    const { data } = await client.create('apikey', { name: ' Wall ', scopes: ['read'] })
    const key = String(data.key)
    expect(key).toMatch(/^rf_[\w-]{43}$/)
    const { data: rows } = await withKey(key).list('tracker', {})
    expect(rows).toHaveLength(1)
    await expect.poll(async () => (await client.read('apikey', data.id)).data.last_used_at).not.toBeNull()
    const { data: listed } = await client.list('apikey', {})
    expect(listed).toMatchObject([{ name: 'Wall', prefix: key.slice(0, 9), active: true, expires_at: null }])
    expect(JSON.stringify(listed)).not.toContain(key)
    const { key_sha256 } = await network.db
      .selectFrom('api_key')
      .select('key_sha256')
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow()
    expect(key_sha256).toBe(hash('sha256', key))
    expect((await client.list('session', {})).data).toHaveLength(1)
  })

  it('does what its scopes allow', async () => {
    const boss = await owner('Administrator')
    const [read, write, devices, admin] = [
      await keyOf(boss, 'read'),
      await keyOf(boss, 'write'),
      await keyOf(boss, 'devices'),
      await keyOf(boss, 'admin'),
    ].map((key) => guest(network, key))
    const place = { name: 'Yard', position: { type: 'Point', coordinates: [174, -41] } }
    const attempts = [
      [read, 'trackers', {}, 'GET'],
      [write, 'location', place, 'PUT'],
      [devices, 'tracker', { number: 'made-by-key' }, 'PUT'],
      [admin, 'users', {}, 'GET'],
    ] as const
    for (const [caller, path, body, method] of attempts) {
      for (const other of [read, write, devices, admin]) {
        if (other === caller) continue
        expect(await other!.refused(path, body, method), path).toMatchObject({ status: 403 })
      }
    }
    await withKey(await keyOf(boss, 'write')).create('location', place as never)
    await withKey(await keyOf(boss, 'devices')).create('tracker', { number: 'made-by-key' })
    expect((await withKey(await keyOf(boss, 'admin')).list('user', {})).data.length).toBeGreaterThan(1)
  })

  it('needs the scope admin for what lasts longer than it', async () => {
    const person = await owner('Administrator')
    const { data: trackers } = await person.client.list('tracker', { limit: 1 })
    const link = { tracker_id: trackers[0]!.id, expires_at: new Date(Date.now() + 3600_000).toISOString() }
    expect(await guest(network, await keyOf(person, 'read', 'write')).refused('sharelink', link, 'PUT')).toMatchObject({
      status: 403,
    })
  })

  it.each([
    ['apikey', { name: 'Another', scopes: ['admin'] }, 'PUT'],
    ['apikeys', {}, 'GET'],
    ['user/token', {}, 'GET'],
    ['sessions', {}, 'GET'],
    ['user/impersonate', { id: 1 }, 'POST'],
    ['username/change', { username: 'other', password: 'x' }, 'POST'],
    ['user/data', {}, 'GET'],
    ['messages', {}, 'GET'],
    ['organisation/data', { organisation_id: 1 }, 'GET'],
  ] as const)('is refused what belongs to its owner alone: %s', async (path, body, method) => {
    const key = await makeKey(ours.administrator, { organisation_id: ours.id })
    expect(await guest(network, key).refused(path, body, method)).toMatchObject({ status: 403 })
  })

  it('becomes no session', async () => {
    const key = await keyOf(ours.staff, 'read')
    expect(await guest(network, key).refused('token', { token: key })).toMatchObject({ status: 401 })
    const cookie = await fetch(`${network.url}/api/v1/trackers`, { headers: { cookie: `token=${key}` } })
    expect(cookie.status).toBe(401)
  })

  it('is of one organisation, also on the live map', async () => {
    const both = await owner('Administrator')
    const elsewhere = { organisation_id: theirs.id, user_id: both.id, role_name: 'Administrator' } as const
    await network.db.insertInto('membership').values(elsewhere).execute()
    const key = await makeKey(both, { organisation_id: ours.id })
    const { data } = await withKey(key).list('organisation', {})
    expect(data.map(({ id }) => id)).toEqual([ours.id])
    await expect(connectLive(network, { token: key, organisation_id: theirs.id })).rejects.toThrow()
  })

  it('has no more rights than its owner, nor the organisation of others', async () => {
    const { client } = await owner('User')
    const admin = client.create('apikey', { name: 'All', scopes: ['admin'] })
    await expect(admin).rejects.toMatchObject({ status: 403, field: 'scopes' })
    const foreign = client.create('apikey', { name: 'All', scopes: ['read'], organisation_id: theirs.id })
    await expect(foreign).rejects.toMatchObject({ status: 404 })
    const past = client.create('apikey', { name: 'Old', scopes: ['read'], expires_at: '2020-01-01T00:00:00Z' })
    await expect(past).rejects.toMatchObject({ status: 400, field: 'expires_at' })
  })

  it('is not made while acting as another user', async () => {
    const { data } = await ours.administrator.client.call('POST', 'user/impersonate', { id: ours.staff.id })
    const body = { name: 'Mine', scopes: ['read'] }
    expect(await guest(network, data.token).refused('apikey', body, 'PUT')).toMatchObject({ status: 403 })
  })

  it('gets no kept answer of its owner’s session', async () => {
    const person = await owner('Administrator')
    const headers = (token: string) => ({
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': 'once',
    })
    const put = (token: string) =>
      fetch(`${network.url}/api/v1/tracker`, {
        method: 'PUT',
        headers: headers(token),
        body: JSON.stringify({ organisation_id: ours.id, number: 'kept-answer' }),
      })
    expect((await put(person.token)).status).toBe(201)
    expect((await put(await makeKey(person, { organisation_id: ours.id }))).status).toBe(403)
  })

  it('names itself in the audit log', async () => {
    const key = await keyOf(await owner('User'), 'write')
    await withKey(key).create('location', {
      name: 'Depot',
      position: { type: 'Point', coordinates: [174, -41] },
    } as never)
    const { data } = await ours.administrator.client.list('auditlog', { sort: '-id', limit: 5 })
    expect(data).toContainEqual(
      expect.objectContaining({ action: 'location.create', details: expect.objectContaining({ api_key: 'A script' }) }),
    )
  })
})

describe('ends at once, with its live connection, when', () => {
  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['its owner revokes it', async ({ client }) => client.remove('apikey', await idOf(client))],
    [
      'an administrator revokes it',
      async ({ client }) => ours.administrator.client.remove('apikey', await idOf(client)),
    ],
    ['its owner is blocked', ({ id }) => ours.administrator.client.update('user', { id, active: false })],
    [
      'its owner leaves the organisation',
      async ({ id }) => {
        const { data } = await ours.administrator.client.list('membership', { user_id: id })
        await ours.administrator.client.remove('membership', data[0]!.id)
      },
    ],
  ])('%s', async (_, end) => {
    const person = await owner()
    const key = await keyOf(person, 'read')
    const live = await connectLive(network, { token: key })
    const closed = new Promise((resolve) => live.socket.once('disconnect', resolve))
    await end(person)
    expect(await closed).toBe('io server disconnect')
    expect(await statusOf(key)).toBe(401)
    await expect(connectLive(network, { token: key })).rejects.toThrow()
  })

  it('it has expired', async () => {
    const person = await owner()
    const key = await makeKey(person, {
      organisation_id: ours.id,
      scopes: ['read'],
      expires_at: '2090-01-01T00:00:00Z',
    })
    expect(await statusOf(key)).toBe(200)
    const id = await idOf(person.client)
    await network.db
      .updateTable('session')
      .set({ expires_at: '2020-01-01T00:00:00Z' })
      .where('api_key_id', '=', id)
      .execute()
    expect(await statusOf(key)).toBe(401)
  })

  it('its owner is demoted: it does what they may do now', async () => {
    const person = await owner()
    const key = await keyOf(person, 'read')
    const live = await connectLive(network, { token: key })
    const closed = new Promise((resolve) => live.socket.once('disconnect', resolve))
    const { data } = await ours.administrator.client.list('membership', { user_id: person.id })
    await ours.administrator.client.update('membership', { id: data[0]!.id, role_name: 'Customer' })
    expect(await closed).toBe('io server disconnect')
    expect((await withKey(key).list('tracker', {})).data).toEqual([])
  })

  it('its organisation lets administrators only use keys: it waits until that is allowed again', async () => {
    const { administrator, id } = ours
    const person = await owner()
    const [key, of_administrator] = [await keyOf(person, 'read'), await keyOf(administrator, 'read')]
    const live = await connectLive(network, { token: key })
    const closed = new Promise((resolve) => live.socket.once('disconnect', resolve))
    const allow = (api_keys: 'members' | 'administrators' | 'nobody') =>
      administrator.client.call('PUT', 'organisationconfig', { organisation_id: id, api_keys } as never)
    await allow('administrators')
    expect(await closed).toBe('io server disconnect')
    expect([await statusOf(key), await statusOf(of_administrator)]).toEqual([401, 200])
    await expect(keyOf(person, 'read')).rejects.toThrow(/lets administrators only use API keys/)
    await allow('nobody')
    expect(await statusOf(of_administrator)).toBe(401)
    await expect(keyOf(administrator, 'read')).rejects.toThrow(/lets nobody use API keys/)
    await allow('members')
    expect([await statusOf(key), await statusOf(of_administrator)]).toEqual([200, 200])
  })

  const idOf = async (client: Person['client']) => (await client.list('apikey', {})).data[0]!.id
})

it('routes are closed to keys unless their domain says otherwise', () => {
  expect(scopeOf({}, 'GET', 'things')).toBeNull()
  const rules = { read: 'read', write: 'write', routes: { 'PUT thing': 'admin', 'GET secret': null } } as const
  const routes = ['GET things', 'HEAD things', 'POST thing', 'PUT thing', 'GET secret']
  const scopes = routes.map((route) => scopeOf(rules, ...(route.split(' ') as [string, string])))
  expect(scopes).toEqual(['read', 'read', 'write', 'admin', null])
})
