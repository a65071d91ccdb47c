import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makePerson, PASSWORD } from '../../seeds/people.ts'
import { guest } from '../accounts.people.ts'
import { startNameServer } from './name_server.ts'
import { addProvider, type Setting, startProviders } from './setting.ts'

let setting: Setting
let provider_id: number
beforeAll(async () => {
  setting = await startProviders()
  provider_id = await addProvider(setting, setting.acme.administrator)
})
afterAll(() => setting?.stop())
beforeEach(async () => {
  setting.server.tamper = null
  await setting.network.db.deleteFrom('attempt').execute()
})

const said = (email: string, more: object = {}) => ({ email, email_verified: true, ...more })
const read = async () => (await setting.acme.administrator.client.read('identityprovider', provider_id)).data
const change = (body: object) =>
  setting.acme.administrator.client.update('identityprovider', { id: provider_id, ...body } as never)

describe('signing in', () => {
  it('finds the account by an address that both have verified, and later by the name there', async () => {
    const { server, acme } = setting
    server.people.sub1 = said('ACME-user@example.com')
    const browser = setting.browser()
    const first = await browser.signIn('sub1')
    expect(first).toMatchObject({ status: 200, data: { user: { id: acme.user.id, username: 'acme-user' } } })
    expect(await browser.get('trackers')).toBe(260)
    server.people.sub1 = said('renamed@elsewhere.org', { email_verified: false })
    expect((await setting.browser().signIn('sub1')).data.user.id).toBe(acme.user.id)
    expect(await read()).toMatchObject({ identities: 1, last_error: null, has_secret: true })
  })

  it('asks for the code of a second factor, which a provider does not replace', async () => {
    const { server, acme } = setting
    const { data } = await acme.staff.client.call('POST', 'user/totp/start', { password: PASSWORD })
    const { Secret, TOTP } = await import('otpauth')
    const totp = new TOTP({ secret: Secret.fromBase32(data.secret) })
    await acme.staff.client.call('POST', 'user/totp/enable', { code: totp.generate() })
    server.people.staff = said('acme-staff@example.com')
    server.who = 'staff'
    const browser = setting.browser()
    const answer = await browser.begin({ email: 'acme-staff@example.com' })
    expect(await browser.finish(answer)).toMatchObject({ status: 401, code: 'totp_required', field: 'totp' })
    const { state } = answer
    expect(await browser.finish({ state, totp: '000000' })).toMatchObject({ status: 401, code: 'totp_wrong' })
    // Known answers do not pass in another browser.
    const next = totp.generate({ timestamp: Date.now() + 30_000 })
    expect((await setting.browser().finish({ state, totp: next })).status).toBe(403)
    expect((await browser.finish({ state, totp: next })).data.user.id).toBe(acme.staff.id)
    expect((await browser.finish({ state, totp: next })).status).toBe(403)
  })

  it('opens no private records, since others may run the provider', async () => {
    const { network, server, acme } = setting
    server.people.sub1 = said('acme-user@example.com')
    const { data } = await setting.browser().signIn('sub1')
    const session = await network.db
      .selectFrom('session')
      .select(['proved', 'identity_provider_id'])
      .where('id', '=', data.session_id)
      .executeTakeFirst()
    expect(session).toEqual({ proved: false, identity_provider_id: provider_id })
    expect(data.user.id).toBe(acme.user.id)
  })

  it('says the same of addresses with and without an account', async () => {
    const ask = async (email: string) => (await setting.browser().post('user/signin/provider', { email })).status
    expect([await ask('acme-user@example.com'), await ask('not-there@example.com')]).toEqual([200, 200])
    expect([await ask('x@other.org'), await ask(''), await ask('@')]).toEqual([404, 404, 404])
  })

  it('signs out there, too, where it is set up so', async () => {
    const browser = setting.browser()
    await browser.signIn('sub1')
    expect((await browser.post('user/signout', {})).data).toEqual({ provider_url: null })
    await change({ signs_out: true })
    await browser.signIn('sub1')
    const { provider_url } = (await browser.post('user/signout', {})).data
    const page = await fetch(provider_url)
    expect([page.status, (await page.text()).includes('<form')]).toEqual([200, true])
    expect(await browser.get('trackers')).toBe(401)
  })
})

describe('hostile answers', () => {
  it('one that another browser has begun, that is used, or that carries the code of another', async () => {
    const { server } = setting
    server.who = 'sub1'
    const browser = setting.browser()
    const answer = await browser.begin({ email: 'x@example.com' })
    expect((await setting.browser().finish(answer)).status).toBe(403)
    const other = await setting.browser().begin({ email: 'x@example.com' })
    expect(await browser.finish({ ...answer, code: other.code })).toMatchObject({ status: 476 })
    expect((await browser.finish(answer)).status).toBe(403)
    const again = await browser.begin({ email: 'x@example.com' })
    const both = await Promise.all([browser.finish(again), browser.finish(again)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
    expect((await browser.finish({ state: 'made up', code: 'x' })).status).toBe(403)
  })

  it('one that names another issuer, and a refusal of the provider', async () => {
    const browser = setting.browser()
    const answer = await browser.begin({ email: 'x@example.com' })
    expect((await browser.finish({ ...answer, iss: 'https://evil.example' })).status).toBe(476)
    const { state } = await browser.begin({ email: 'x@example.com' })
    const refused = await browser.finish({ state, error: 'access_denied', error_description: 'Not you' })
    expect(refused).toMatchObject({ status: 476, message: 'Signing in through Acme login failed: Not you' })
    expect((await read()).last_error).toBe('Not you')
  })

  it.each([
    ['without a signature', (parts: string[]) => [encode({ alg: 'none' }), parts[1]!, ''].join('.')],
    [
      'for another person under the same signature',
      (parts: string[]) => [parts[0]!, forged(parts[1]!, { sub: 'root' }), parts[2]!].join('.'),
    ],
    [
      'of another issuer',
      (parts: string[]) => [parts[0]!, forged(parts[1]!, { iss: 'https://evil.example' }), parts[2]!].join('.'),
    ],
    [
      'for another client',
      (parts: string[]) => [parts[0]!, forged(parts[1]!, { aud: 'another' }), parts[2]!].join('.'),
    ],
  ])('an ID token %s', async (_name, forge) => {
    const { server } = setting
    server.who = 'sub1'
    const browser = setting.browser()
    const answer = await browser.begin({ email: 'x@example.com' })
    server.tamper = (ctx) => {
      if (ctx.path === '/token') ctx.body = { ...ctx.body, id_token: forge(String(ctx.body.id_token).split('.')) }
    }
    expect(await browser.finish(answer)).toMatchObject({ status: 476, code: 'not_possible' })
  })

  it('an address that the provider has not verified, that is not proved here, or of another domain', async () => {
    const { network, server, acme } = setting
    server.people.unsure = { email: 'acme-customer@example.com', email_verified: false }
    expect(await setting.browser().signIn('unsure')).toMatchObject({ status: 476 })
    // Registered by a stranger who knows its password.
    const squatter = await makePerson(network, 'squatted', acme.id, 'User')
    await sql`update user_account set email_proved_at = null where id = ${squatter.id}`.execute(network.db)
    server.people.owner = said('squatted@example.com')
    expect(await setting.browser().signIn('owner')).toMatchObject({ status: 476 })
    server.people.stranger = said('someone@elsewhere.org')
    expect(await setting.browser().signIn('stranger')).toMatchObject({ status: 476 })
    server.people.newcomer = said('newcomer@example.com')
    expect(await setting.browser().signIn('newcomer')).toMatchObject({ status: 476 })
  })

  it('a discovery document of another issuer, an address that is not one, and one that does not answer', async () => {
    const { acme, server, network } = setting
    const { client } = acme.administrator
    server.tamper = (ctx) => {
      if (ctx.path.endsWith('openid-configuration')) ctx.body = { ...ctx.body, issuer: 'https://evil.example' }
    }
    await change({ issuer: server.issuer, client_id: 'other', secret: 'y' })
    const refused = await setting.browser().post('user/signin/provider', { email: 'x@example.com' })
    expect(refused.message).toBe('Signing in through Acme login failed. Its administrators see why.')
    expect((await read()).last_error).toContain('issuer')
    expect((await read()).identities).toBe(0)
    for (const issuer of [
      'ftp://x',
      'javascript:alert(1)',
      'https://a:b@example.com',
      'https://x.example/?a',
      'nonsense',
    ]) {
      await expect(change({ issuer, secret: 'y' })).rejects.toMatchObject({ status: 400, field: 'issuer' })
    }
    await expect(change({ issuer: 'https://another.example' })).rejects.toMatchObject({ field: 'secret' })
    server.tamper = (ctx) => {
      if (ctx.path.endsWith('openid-configuration'))
        ctx.body = { ...ctx.body, authorization_endpoint: 'javascript:alert(1)' }
    }
    await change({ client_id: 'third', secret: 'y' })
    expect((await setting.browser().post('user/signin/provider', { email: 'x@example.com' })).status).toBe(476)
    expect(JSON.stringify(await network.db.selectFrom('identity_provider').selectAll().execute())).not.toContain('"y"')
    await client.remove('identityprovider', provider_id)
  })
})

it('a domain is verified by the record of its name server, and has one organisation', async () => {
  const { network, acme } = setting
  const texts = new Map<string, string>()
  const names = await startNameServer(texts)
  const { client } = acme.administrator
  const { data } = await client.create('emaildomain', { domain: '@Acme.Test' })
  expect(data).toMatchObject({ domain: 'acme.test', record_name: '_ringfence.acme.test', verified_at: null })
  const verifyIt = () => client.act('POST emaildomain/verify', { id: data.id })
  await expect(verifyIt()).rejects.toMatchObject({ status: 476 })
  texts.set('_ringfence.acme.test', 'ringfence-verification=another')
  await expect(verifyIt()).rejects.toMatchObject({ status: 476 })
  texts.set('_ringfence.acme.test', String(data.record_text))
  expect((await verifyIt()).data.verified_at).not.toBeNull()
  await expect(client.act('POST emaildomain/verify', { id: data.id, without_record: true })).rejects.toMatchObject({
    status: 403,
  })
  names.stop()
  const { id } = await network.db
    .insertInto('organisation')
    .values({ name: 'Rival' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rival = await network.admin.create('emaildomain', { organisation_id: id, domain: 'acme.test' })
  const body = { id: rival.data.id, without_record: true }
  await expect(network.admin.act('POST emaildomain/verify', body)).rejects.toMatchObject({ status: 409 })
  for (const domain of ['localhost', 'a b.com', '-x.com', '1.2.3.4', 'https://x.com'])
    await expect(client.create('emaildomain', { domain })).rejects.toMatchObject({ status: 400, field: 'domain' })
  expect((await guest(network).post('user/signin', { username: 'acme-user', password: PASSWORD })).status).toBe(200)
})

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const forged = (payload: string, changes: object) =>
  encode({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...changes })
