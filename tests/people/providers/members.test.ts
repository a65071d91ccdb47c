import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeOrganisation, makePerson, type Organisation, PASSWORD } from '../../seeds/people.ts'
import { guest } from '../accounts.people.ts'
import { addProvider, type Setting, startProviders, verify } from './setting.ts'

let setting: Setting
let provider_id: number
let elsewhere: Organisation
beforeAll(async () => {
  setting = await startProviders()
  elsewhere = await makeOrganisation(setting.network, 'elsewhere')
  provider_id = await addProvider(setting, setting.acme.administrator, {
    creates_accounts: true,
    administrator_groups: ['it'],
    staff_groups: ['dispatch'],
    user_groups: ['drivers'],
  })
})
afterAll(() => setting?.stop())
beforeEach(() => setting.network.db.deleteFrom('attempt').execute())

const said = (email: string, groups?: string[]) => ({ email, email_verified: true, ...(groups && { groups }) })
const change = (body: object) =>
  setting.acme.administrator.client.update('identityprovider', { id: provider_id, ...body } as never)
const roleOf = async (user_id: number, organisation_id = setting.acme.id) => {
  const found = setting.network.db.selectFrom('membership').select('role_name').where('user_id', '=', user_id)
  return (await found.where('organisation_id', '=', organisation_id).executeTakeFirst())?.role_name
}

describe('groups of the provider', () => {
  it('open an account with the role of the group, whose address the mailed link proves', async () => {
    const { server } = setting
    server.people.new1 = { ...said('mere@example.com', ['dispatch', 'drivers']), name: 'Mere Hall' }
    const { data } = await setting.browser().signIn('new1')
    expect(data.user).toMatchObject({ username: 'mere', name: 'Mere Hall', email_proved: false, platform_admin: false })
    expect(data.user.memberships).toMatchObject([{ organisation_id: setting.acme.id, role_name: 'Staff' }])
    server.people.new2 = said('cleaner@example.com', ['cleaners'])
    expect(await setting.browser().signIn('new2')).toMatchObject({ status: 403 })
    const left = setting.network.db.selectFrom('user_account').select('id').where('email', '=', 'cleaner@example.com')
    expect(await left.execute()).toEqual([])
  })

  it('change the role at each sign-in; without the claim it stays', async () => {
    const { server } = setting
    const { data } = await setting.browser().signIn('new1')
    const browser = setting.browser()
    server.people.new1 = said('mere@example.com', ['drivers'])
    await browser.signIn('new1')
    expect(await roleOf(data.user.id)).toBe('User')
    server.people.new1 = said('mere@example.com')
    await browser.signIn('new1')
    expect(await roleOf(data.user.id)).toBe('User')
    server.people.new1 = said('mere@example.com', [])
    expect((await browser.signIn('new1')).status).toBe(403)
  })

  it('leave the organisation its last Administrator', async () => {
    const { server, acme } = setting
    server.people.boss = said('acme-administrator@example.com', ['drivers'])
    expect((await setting.browser().signIn('boss')).data.user.id).toBe(acme.administrator.id)
    expect(await roleOf(acme.administrator.id)).toBe('Administrator')
  })
})

describe('what its administrators do not reach by an address', () => {
  it('an account of a member elsewhere, or of a platform administrator', async () => {
    const { network, server, acme } = setting
    const both = await makePerson(network, 'both', acme.id, 'User')
    await network.db
      .insertInto('membership')
      .values({ organisation_id: elsewhere.id, user_id: both.id, role_name: 'Administrator' })
      .execute()
    for (const email of ['both@example.com', 'elsewhere-user@example.com', 'admin@example.com']) {
      server.people[email] = said(email, ['it'])
      expect(await setting.browser().signIn(email)).toMatchObject({ status: 476 })
    }
    expect(await roleOf(elsewhere.user.id)).toBeUndefined()
  })

  it('an account whose person joins another organisation afterwards', async () => {
    const { network, server, acme } = setting
    const joiner = await makePerson(network, 'joiner', acme.id, 'User')
    server.people.joiner = said('joiner@example.com', ['drivers'])
    const browser = setting.browser()
    await browser.signIn('joiner')
    await network.admin.create('membership', { user_id: joiner.id, organisation_id: elsewhere.id, role_name: 'Staff' })
    expect(await browser.get('trackers')).toBe(401)
    expect(await setting.browser().signIn('joiner')).toMatchObject({ status: 476 })
  })

  it('an account of a domain of their own making, or of another organisation', async () => {
    const { network, server } = setting
    const { client } = elsewhere.administrator
    await verify(setting, elsewhere.id, 'elsewhere.org')
    const id = await addProvider(setting, elsewhere.administrator, { creates_accounts: true, default_role: 'User' })
    server.people.victim = said('acme-customer@example.com', ['it'])
    expect(await setting.browser().signIn('victim', { email: 'x@elsewhere.org' })).toMatchObject({ status: 476 })
    await expect(client.update('identityprovider', { id: provider_id, active: false })).rejects.toMatchObject({
      status: 404,
    })
    await expect(
      client.create('identityprovider', { organisation_id: null, name: 'x', issuer: 'https://x.org', client_id: 'x' }),
    ).rejects.toMatchObject({ status: 403 })
    await client.remove('identityprovider', id)
    expect((await network.admin.read('identityprovider', provider_id)).data.active).toBe(true)
  })
})

describe('connecting', () => {
  it('asks for the password, belongs to the person who began, and joins each once', async () => {
    const { server, acme } = setting
    const member = setting.browser(acme.customer.token)
    const begin = (password: string) => member.post('identity/connect', { identity_provider_id: provider_id, password })
    expect(await begin('wrong')).toMatchObject({ status: 403, field: 'password' })
    server.people.private = { email: 'private@elsewhere.org' }
    server.who = 'private'
    const { data } = await begin(PASSWORD)
    const answer = await server.visit(data.url)
    member.token = acme.user.token
    expect((await member.finish(answer)).status).toBe(403)
    member.token = acme.customer.token
    const again = await server.visit((await begin(PASSWORD)).data.url)
    expect((await member.finish(again)).data.user.id).toBe(acme.customer.id)
    expect((await setting.browser().signIn('private')).data.user.id).toBe(acme.customer.id)
    const other = setting.browser(acme.user.token)
    const body = { identity_provider_id: provider_id, password: PASSWORD }
    expect(await other.finish(await other.begin(body, 'identity/connect'))).toMatchObject({ status: 409 })
  })

  it('ends when it is removed, and when the person leaves the organisation', async () => {
    const { network, acme } = setting
    const { client } = acme.customer
    const browser = setting.browser()
    await browser.signIn('private')
    const [own] = (await client.list('identity')).data
    expect(own).toMatchObject({ provider: 'Acme login', by_person: true })
    expect((await acme.administrator.client.list('identity')).data.map(({ id }) => id)).not.toContain(own!.id)
    await client.remove('identity', own!.id)
    expect(await browser.get('trackers')).toBe(401)
    const member = setting.browser(acme.customer.token)
    const body = { identity_provider_id: provider_id, password: PASSWORD }
    await member.finish(await member.begin(body, 'identity/connect'))
    await browser.signIn('private')
    const membership = network.db.selectFrom('membership').select('id').where('user_id', '=', acme.customer.id)
    await acme.administrator.client.remove('membership', (await membership.executeTakeFirstOrThrow()).id)
    expect(await browser.get('sessions')).toBe(401)
    expect(await setting.browser().signIn('private')).toMatchObject({ status: 476 })
  })

  it('is not for impersonators', async () => {
    const { network, acme } = setting
    const { data } = await network.admin.call('POST', 'user/impersonate', { id: acme.user.id })
    const body = { identity_provider_id: provider_id, password: PASSWORD }
    expect((await setting.browser(data.token).post('identity/connect', body)).status).toBe(403)
  })
})

describe('a provider that is forced upon members', () => {
  it('needs a sign-in that has worked and a verified domain', async () => {
    await expect(change({ client_id: 'other', secret: 'y', force: true })).rejects.toMatchObject({ field: 'force' })
    const id = await addProvider(setting, elsewhere.administrator)
    const { client } = elsewhere.administrator
    await expect(client.update('identityprovider', { id, force: true })).rejects.toMatchObject({ field: 'force' })
  })

  it('refuses the right password only, ends sessions, and leaves administrators with a second factor a way', async () => {
    const { network, server, acme } = setting
    const { post } = guest(network)
    const member = await makePerson(network, 'forced', acme.id, 'User')
    server.people.forced = said('forced@example.com', ['drivers'])
    const browser = setting.browser()
    await browser.signIn('forced')
    await change({ force: true })
    expect(await setting.browser(member.token).get('trackers')).toBe(401)
    expect(await browser.get('trackers')).toBe(260)
    const { refused } = guest(network)
    expect(await refused('user/signin', { username: 'forced', password: 'wrong' })).toMatchObject({
      code: 'wrong_credentials',
    })
    const right = { username: 'forced', password: PASSWORD }
    expect(await refused('user/signin', right)).toMatchObject({ status: 403, code: 'provider_required' })
    expect((await post('user/signin', { username: 'elsewhere-user', password: PASSWORD })).status).toBe(200)
    await change({ active: false })
    expect(await browser.get('trackers')).toBe(401)
    expect((await post('user/signin', right)).status).toBe(200)
  })
})

it('the installation’s provider finds accounts of every organisation, and opens none', async () => {
  const { network, server } = setting
  const body = { organisation_id: null, name: 'Everyone', issuer: server.issuer, client_id: 'ringfence' }
  await expect(network.admin.create('identityprovider', { ...body, force: true })).rejects.toMatchObject({
    field: 'force',
  })
  const { data } = await network.admin.create('identityprovider', {
    ...body,
    secret: 'a secret of the client, long enough',
  })
  const options = await guest(network).client.call('GET', 'options')
  expect(options.data.identity_providers).toEqual([{ id: data.id, name: 'Everyone' }])
  await sql`update user_account set email = 'user@elsewhere.org' where id = ${elsewhere.user.id}`.execute(network.db)
  server.people.any = said('user@elsewhere.org')
  const by = { identity_provider_id: data.id }
  expect((await setting.browser().signIn('any', by)).data.user.id).toBe(elsewhere.user.id)
  server.people.root = said('admin@example.com')
  expect(await setting.browser().signIn('root', by)).toMatchObject({ status: 476 })
  server.people.unknown = said('unknown@elsewhere.org')
  expect(await setting.browser().signIn('unknown', by)).toMatchObject({ status: 476 })
  expect((await setting.browser().post('user/signin/provider', { identity_provider_id: provider_id })).status).toBe(404)
})
