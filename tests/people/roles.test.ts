import { beforeAll, describe, expect, it } from 'vitest'
import { makeToken } from '#api/crud/session/random_token.ts'
import { box, connectLive, type Network } from '../network.ts'
import { makeKey, makeOrganisation, makePerson, type Organisation, type Person } from '../seeds/people.ts'
import { allAreas, makeLimited, makeRole } from '../seeds/roles.ts'
import { sharedNetwork } from '../shared_network.ts'
import { guest } from './accounts.people.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
})

type Limited = Awaited<ReturnType<typeof makeLimited>>
const workshop = { name: 'Workshop', base: 'Staff', areas: { trackers: 'read', maintenance: 'write' } } as const
const personnel = { name: 'Personnel', base: 'Administrator', areas: { people: 'write', trackers: 'read' } } as const
const refused = (status: number) => ({ status })
const membershipOf = async (person: { id: number }) => {
  const { data } = await network.admin.list('membership', { organisation_id: ours.id, user_id: person.id })
  return data[0]!
}

describe('roles of an organisation', () => {
  it('are made, changed and deleted by its administrators, with entries in the audit log', async () => {
    const { client } = ours.administrator
    const { data: role } = await client.create('role', { name: ' Cleaner ', base: 'User', areas: { trackers: 'read' } })
    expect(role).toMatchObject({ organisation_id: ours.id, name: 'Cleaner', base: 'User', is_admin: false })
    await client.update('role', { id: role.id, areas: { trackers: 'write' } })
    await client.remove('role', role.id)
    const { data } = await client.list('auditlog', { organisation_id: ours.id, entity: 'role' })
    expect(data.map(({ action }) => action).sort()).toEqual(['role.create', 'role.delete', 'role.update'])
  })

  it('leave those that are built in as they are, for everybody', async () => {
    const { data } = await ours.customer.client.list('role', { built_in: true })
    expect(data.map(({ name }) => name)).toEqual([
      'Platform administrator',
      'Administrator',
      'Staff',
      'User',
      'Customer',
    ])
    for (const { client } of [ours.administrator, { client: network.admin }]) {
      await expect(client.update('role', { id: data[1]!.id, areas: {} })).rejects.toMatchObject(refused(403))
      await expect(client.remove('role', data[1]!.id)).rejects.toMatchObject(refused(403))
    }
  })

  it('have names of their own, areas that exist, and belong to one organisation', async () => {
    const { client } = ours.administrator
    const { data: role } = await client.create('role', { name: 'Twice', base: 'Staff', areas: {} })
    await expect(client.create('role', { name: 'twice', base: 'Staff', areas: {} })).rejects.toMatchObject({
      code: 'name_conflict',
    })
    const areas = { kitchen: 'write' } as object
    await expect(client.create('role', { name: 'Cook', base: 'Staff', areas })).rejects.toMatchObject(refused(400))
    await expect(theirs.administrator.client.read('role', role.id)).rejects.toMatchObject(refused(404))
    const { data: mine } = await theirs.administrator.client.list('membership', { user_id: theirs.staff.id })
    const given = { id: mine[0]!.id, role_name: 'Staff', role_id: role.id } as const
    await expect(theirs.administrator.client.update('membership', given)).rejects.toMatchObject({ field: 'role_id' })
    const other = { id: (await membershipOf(ours.user)).id, role_name: 'User', role_id: role.id } as const
    await expect(client.update('membership', other)).rejects.toMatchObject({ status: 400, field: 'role_id' })
  })

  it('are not deleted while members or invitations have them', async () => {
    const { client } = ours.administrator
    const { role_id } = await makeLimited(network, 'used', ours.id, { ...workshop, name: 'Used' })
    await client.create('invitation', { email: 'soon@example.com', role_name: 'Staff', role_id })
    await expect(client.remove('role', role_id)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('1 member has this role, and 1 open invitation has'),
    })
  })

  it('stay while the built-in role does, and end with another', async () => {
    const person = await makeLimited(network, 'mover', ours.id, { ...workshop, name: 'Moved' })
    const { id } = await membershipOf(person)
    const { client } = ours.administrator
    await client.update('membership', { id, role_name: 'Staff' })
    expect(await membershipOf(person)).toMatchObject({ role_id: person.role_id })
    await client.update('membership', { id, role_name: 'User' })
    expect(await membershipOf(person)).toMatchObject({ role_id: null })
  })
})

describe('a member with a role', () => {
  let mechanic: Limited
  let tracker_id: number
  beforeAll(async () => {
    mechanic = await makeLimited(network, 'mechanic', ours.id, workshop)
    const { data } = await ours.administrator.client.create('tracker', {
      organisation_id: ours.id,
      number: 'truck-1',
      name: 'Truck',
    })
    tracker_id = data.id
  })

  it('reads and changes what it allows, and nothing else', async () => {
    const { client } = mechanic
    const { data } = await client.list('tracker', {})
    expect(data.map(({ id }) => id)).toContain(tracker_id)
    const done = { tracker_id, done_on: '2026-11-02', odometer_m: 1000, note: 'Oil' }
    await expect(client.create('maintenancedone', done)).resolves.toBeDefined()
    const closed = [
      'alert',
      'trackerevent',
      'boundary',
      'sharelink',
      'organisationconfig',
      'file',
      'invoice',
      'devplan',
    ] as const
    for (const name of closed) await expect(client.list(name, {}), name).rejects.toMatchObject(refused(403))
    await expect(client.update('tracker', { id: tracker_id, name: 'Mine' })).rejects.toMatchObject(refused(403))
  })

  it('has their own account, messages and settings', async () => {
    const { client } = mechanic
    for (const name of ['session', 'message', 'userconfig', 'signature', 'notification'] as const) {
      await expect(client.list(name, {}), name).resolves.toBeDefined()
    }
    await expect(client.update('user', { id: mechanic.id, name: 'Mere' })).resolves.toBeDefined()
    const { data: organisations } = await client.list('organisation', {})
    expect(organisations.map(({ id }) => id)).toEqual([ours.id])
  })

  it('is shown the same by userpermissions and on signing in', async () => {
    const { data } = await mechanic.client.call<{ data: { resource: string; reads: string; writes: string }[] }>(
      'GET',
      'userpermissions',
    )
    const of = (name: string) => data.find(({ resource }) => resource === name)
    expect(of('tracker')).toMatchObject({ reads: 'all', writes: 'none' })
    expect(of('maintenancedone')).toMatchObject({ reads: 'all', writes: 'all' })
    expect(of('alert')).toMatchObject({ reads: 'none', writes: 'none' })
    expect(of('role')).toMatchObject({ writes: 'none' })
    const { data: own } = await mechanic.client.call<{ data: object[] }>('GET', 'user/organisations')
    expect(own).toMatchObject([{ role_name: 'Staff', limits: { name: 'Workshop', areas: workshop.areas } }])
  })

  it('has keys that may no more', async () => {
    const key = await makeKey(mechanic, { organisation_id: ours.id, scopes: ['read', 'write'] })
    const by_key = guest(network, key)
    expect(await by_key.refused('alerts', {}, 'GET')).toMatchObject({ status: 403 })
    expect(
      await by_key.refused('boundary', { organisation_id: ours.id, name: 'Yard', geometry: box(0, 0, 1, 1) }, 'PUT'),
    ).toMatchObject({ status: 403 })
  })

  it('changes many rows, or imports them, only where it allows to write them', async () => {
    const { client } = mechanic
    const bulk = { resource: 'tracker', rows: [{ id: tracker_id, set: { name: 'Mine' } }], organisation_id: ours.id }
    await expect(client.call('POST', 'bulk', bulk)).rejects.toMatchObject({ status: expect.any(Number) })
    const file = Buffer.from('number,name\ntruck-2,Two\n').toString('base64')
    const imported = client.call('POST', 'import', { kind: 'tracker', file, organisation_id: ours.id })
    await expect(imported).rejects.toMatchObject(refused(403))
  })

  it('is a full member where they have no role', async () => {
    const both = await makeLimited(network, 'both-sides', ours.id, { ...workshop, name: 'Both' })
    const joined = { organisation_id: theirs.id, user_id: both.id, role_name: 'Administrator' } as const
    await network.db.insertInto('membership').values(joined).execute()
    const { data } = await both.client.list('alert', {})
    expect(data).toEqual([])
    await expect(both.client.list('alert', { organisation_id: ours.id })).rejects.toMatchObject(refused(403))
    await expect(both.client.list('alert', { organisation_id: theirs.id })).resolves.toBeDefined()
  })
})

describe('live connections', () => {
  it('are refused where trackers or alerts are closed', async () => {
    const closed = await makeLimited(network, 'no-map', ours.id, { ...workshop, name: 'No map' })
    await expect(connectLive(network, { token: closed.token })).rejects.toThrow()
  })

  it('close when the role changes, and open as it is then', async () => {
    const areas = { trackers: 'read', alerts: 'read' } as const
    const viewer = await makeLimited(network, 'watcher', ours.id, { name: 'Watcher', base: 'Staff', areas })
    const live = await connectLive(network, { token: viewer.token })
    const closed = new Promise((resolve) => live.socket.once('disconnect', resolve))
    await ours.administrator.client.update('role', { id: viewer.role_id, areas: { trackers: 'read' } })
    expect(await closed).toBe('io server disconnect')
    await expect(connectLive(network, { token: viewer.token })).rejects.toThrow()
    await expect(viewer.client.list('alert', {})).rejects.toMatchObject(refused(403))
  })
})

describe('a link that a member has made', () => {
  it('shows trackers as long as their role allows to share', async () => {
    const areas = { trackers: 'read', sharing: 'write' } as const
    const sharer = await makeLimited(network, 'sharer', ours.id, { name: 'Sharer', base: 'Staff', areas })
    const { data: tracker } = await ours.administrator.client.create('tracker', {
      organisation_id: ours.id,
      number: 'van-1',
    })
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    const { data: link } = await sharer.client.create('sharelink', { tracker_id: tracker.id, expires_at } as never)
    const token = (link as unknown as { token: string }).token
    const shared = () => guest(network).post('share/position', { token })
    await expect(shared()).resolves.toBeDefined()
    await ours.administrator.client.update('role', { id: sharer.role_id, areas: { trackers: 'write' } })
    expect(await guest(network).refused('share/position', { token })).toMatchObject({ code: 'token_invalid' })
  })
})

describe('nobody gives more than they have', () => {
  let boss: Limited
  let within: number
  let beyond: number
  let other: Person
  beforeAll(async () => {
    boss = await makeLimited(network, 'boss', ours.id, personnel)
    within = await makeRole(network, ours.id, { name: 'Within', base: 'Staff', areas: { trackers: 'read' } })
    beyond = await makeRole(network, ours.id, { name: 'Beyond', base: 'Staff', areas: { trackers: 'write' } })
    other = await makePerson(network, 'other', ours.id, 'User')
    await network.db
      .updateTable('membership')
      .set({ role_name: 'Staff', role_id: within })
      .where('user_id', '=', other.id)
      .execute()
  })

  it('in roles, which a limited administrator neither makes nor changes', async () => {
    const { client } = boss
    await expect(
      client.create('role', { name: 'Mine', base: 'Administrator', areas: allAreas('write') }),
    ).rejects.toMatchObject(refused(403))
    await expect(client.update('role', { id: boss.role_id, areas: allAreas('write') })).rejects.toMatchObject(
      refused(403),
    )
    await expect(client.remove('role', beyond)).rejects.toMatchObject(refused(403))
  })

  it('to members', async () => {
    const { client } = boss
    const { id } = await membershipOf(other)
    const give = (given: object) => client.update('membership', { id, role_name: 'Staff', ...given } as never)
    await expect(give({ role_id: within })).resolves.toBeDefined()
    await expect(give({ role_id: boss.role_id, role_name: 'Administrator' })).resolves.toBeDefined()
    await give({ role_id: within })
    for (const given of [
      { role_id: beyond },
      { role_id: null },
      { role_name: 'Customer' },
      { role_name: 'Administrator' },
    ]) {
      await expect(give(given), JSON.stringify(given)).rejects.toMatchObject(refused(403))
    }
    await expect(give({ cpd_role: 'officer' })).rejects.toMatchObject(refused(403))
  })

  it('to themselves, nor takes from those who may do more', async () => {
    const { client } = boss
    const own = { id: (await membershipOf(boss)).id, role_name: 'Administrator', role_id: null } as const
    await expect(client.update('membership', own)).rejects.toMatchObject(refused(403))
    const full = await membershipOf(ours.administrator)
    await expect(
      client.update('membership', { id: full.id, role_name: 'Staff', role_id: within }),
    ).rejects.toMatchObject(refused(403))
    await expect(client.remove('membership', full.id)).rejects.toMatchObject(refused(403))
  })

  it('by invitations, and by importing people', async () => {
    const { client } = boss
    const invite = (email: string, role_id: number | null) =>
      client.create('invitation', { email, role_name: 'Staff', role_id })
    await expect(invite('a@example.com', within)).resolves.toBeDefined()
    await expect(invite('b@example.com', beyond)).rejects.toMatchObject(refused(403))
    await expect(invite('c@example.com', null)).rejects.toMatchObject(refused(403))
    const file = Buffer.from(
      'email,role,own role\nd@example.com,Staff,Beyond\ne@example.com,Staff,\nf@example.com,Staff,Within\n',
    ).toString('base64')
    const { data } = await client.call<{ data: { created: number; faults: { line: number }[] } }>('POST', 'import', {
      kind: 'invitation',
      file,
      organisation_id: ours.id,
    })
    expect(data).toMatchObject({ created: 1, faults: [{ line: 2 }, { line: 3 }] })
  })

  it('by accounts of others, identity providers, impersonating or exporting everything', async () => {
    const by_boss = guest(network, boss.token)
    const calls = [
      [
        'PUT',
        'user',
        { organisation_id: ours.id, username: 'puppet', email: 'puppet@example.com', role_name: 'Administrator' },
      ],
      ['POST', 'user/impersonate', { id: ours.administrator.id }],
      ['POST', 'user/link', { id: ours.administrator.id }],
      [
        'PUT',
        'identityprovider',
        { organisation_id: ours.id, name: 'Mine', issuer: 'https://login.example.com', client_id: 'x' },
      ],
      ['PUT', 'emaildomain', { organisation_id: ours.id, domain: 'mine.example.com' }],
    ] as const
    for (const [method, path, body] of calls) {
      expect(await by_boss.refused(path, body, method), path).toMatchObject({ status: 403 })
    }
    expect(await by_boss.refused('organisation/data', { organisation_id: ours.id }, 'GET')).toMatchObject({
      status: 403,
    })
    await expect(
      boss.client.update('user', { id: ours.administrator.id, password: 'known to them now' }),
    ).rejects.toMatchObject({ status: expect.any(Number) })
  })

  it('and the last administrator without limits keeps that', async () => {
    const { id } = await membershipOf(ours.administrator)
    const given = { id, role_name: 'Administrator', role_id: boss.role_id } as const
    await expect(ours.administrator.client.update('membership', given)).rejects.toMatchObject({ code: 'not_possible' })
    expect(await membershipOf(ours.administrator)).toMatchObject({ role_id: null })
  })
})

it('an invited person has the role of the invitation', async () => {
  const { client } = ours.administrator
  const role_id = await makeRole(network, ours.id, { ...workshop, name: 'Invited' })
  const joiner = await makePerson(network, 'joiner', theirs.id, 'User')
  const invited = { email: 'joiner@example.com', role_name: 'Staff', role_id } as const
  const { data } = await client.create('invitation', invited)
  expect(data).toMatchObject({ role_id })
  const { token, sha256 } = makeToken()
  await network.db.updateTable('invitation').set({ token_sha256: sha256 }).where('id', '=', data.id).execute()
  await joiner.client.call('POST', 'invitation/accept', { token })
  expect(await membershipOf(joiner)).toMatchObject({ role_name: 'Staff', role_id })
})
