import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, it } from 'vitest'
import { purgeDeleted } from '#api/upkeep.ts'
import { openOperator } from '../../scripts/operator.ts'
import { readConfig } from '../../scripts/server/config.ts'
import { connectLive, type Network } from '../network.ts'
import { makeOrganisation, makePerson, type Organisation, PASSWORD } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'
import { guest, lastMail } from './accounts.people.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
})

const signIn = (username: string, more = {}) =>
  guest(network).post('user/signin', { username, password: PASSWORD, ...more })

describe('a session', () => {
  it('is renewed by its token, and ends at sign-out, with its live connection', async () => {
    const { data } = await signIn('ours-user')
    const me = guest(network, data.token)
    expect((await me.post('token', { token: data.token })).data.user.username).toBe('ours-user')
    expect((await me.client.call('GET', 'user/token')).data.user.username).toBe('ours-user')
    expect((await me.client.call('GET', 'user/organisations')).data).toMatchObject([{ organisation_id: ours.id }])
    const live = await connectLive(network, { token: data.token })
    const closed = new Promise((resolve) => live.socket.once('disconnect', resolve))
    await me.post('user/signout')
    expect(await closed).toBe('io server disconnect')
    expect(await me.refused('trackers', {}, 'GET')).toMatchObject({ status: 401 })
    expect(await me.refused('user/signin', { token: data.token })).toMatchObject({ status: 401 })
    await expect(connectLive(network, { token: data.token })).rejects.toThrow('unauthorized')
  })

  it('is opened by the operator with the secret of the installation', async () => {
    const config = readConfig({ DATA_DIR: network.data_dir })
    const { client, user } = await openOperator({ config, url: network.url })
    expect(user).toMatchObject({ username: 'admin', platform_admin: true })
    expect((await client.list('session')).data.length).toBeGreaterThan(0)
  })

  it('is listed for its owner, and only ended by its owner', async () => {
    const { data } = await signIn('ours-staff')
    const { data: sessions } = await ours.staff.client.list('session')
    expect(sessions).toHaveLength(2)
    const { id } = sessions[0]!
    await expect(network.admin.remove('session', id)).rejects.toMatchObject({ status: 404 })
    await ours.staff.client.remove('session', id)
    expect(await guest(network, data.token).refused('sessions', {}, 'GET')).toMatchObject({ status: 401 })
    expect((await ours.staff.client.list('session')).data).toHaveLength(1)
  })

  it('ends with its live connection when the account is deactivated', async () => {
    const person = await makePerson(network, 'switched', ours.id, 'User')
    const live = await connectLive(network, { token: person.token })
    const closed = new Promise((resolve) => live.socket.once('disconnect', resolve))
    await ours.administrator.client.update('user', { id: person.id, active: false })
    await closed
    await expect(person.client.list('tracker')).rejects.toMatchObject({ status: 401 })
    expect(await guest(network).refused('user/signin', { username: 'switched', password: PASSWORD })).toMatchObject({
      status: 403,
      code: 'inactive',
    })
  })
})

describe('administrators', () => {
  it('see and administer accounts of their own members only', async () => {
    const { client } = ours.administrator
    const seen = (await client.list('user', { limit: 1000 })).data.map((u) => u.username)
    expect(seen).toContain('ours-user')
    expect(seen).not.toContain('theirs-user')
    await expect(client.read('user', theirs.user.id)).rejects.toMatchObject({ status: 404 })
    await expect(client.update('user', { id: theirs.user.id, name: 'x' })).rejects.toMatchObject({ status: 404 })
    await expect(client.call('POST', 'user/confirm', { id: theirs.user.id })).rejects.toMatchObject({ status: 404 })
    await expect(client.call('POST', 'user/role', { id: ours.user.id, platform_admin: true })).rejects.toMatchObject({
      status: 403,
    })
    await expect(ours.staff.client.update('user', { id: ours.user.id, name: 'x' })).rejects.toMatchObject({
      status: 404,
    })
    await expect(client.list('outboxmail')).resolves.toMatchObject({ status: 260 })
  })

  it('cannot take over members of other organisations', async () => {
    const both = await makePerson(network, 'both', ours.id, 'User')
    await network.db
      .insertInto('membership')
      .values({ organisation_id: theirs.id, user_id: both.id, role_name: 'Administrator' })
      .execute()
    const { client } = ours.administrator
    await expect(client.update('user', { id: both.id, password: 'taken over' })).rejects.toMatchObject({ status: 403 })
    await expect(client.call('POST', 'user/impersonate', { id: both.id })).rejects.toMatchObject({ status: 403 })
  })

  it('create users, with a password or a link to set one', async () => {
    const made = { username: 'made', email: 'made@example.com', role_name: 'Staff' as const }
    const { status, data } = await ours.administrator.client.create('user', made)
    expect([status, data.confirmed_at]).toEqual([201, null])
    expect((await lastMail(network, 'made@example.com')).token).not.toBe('')
    await expect(ours.administrator.client.create('user', made)).rejects.toMatchObject({ status: 464 })
    await expect(ours.administrator.client.create('user', { ...made, username: 'made2' })).rejects.toMatchObject({
      status: 465,
    })
    const ready = { username: 'ready', email: 'ready@example.com', password: PASSWORD }
    const { data: created } = await ours.administrator.client.create('user', ready)
    const signing_in = { username: 'ready', password: PASSWORD }
    expect(await guest(network).refused('user/signin', signing_in)).toMatchObject({ status: 475, code: 'unconfirmed' })
    await ours.administrator.client.call('POST', 'user/confirm', { id: created.id })
    expect((await signIn('ready')).data.user.memberships).toMatchObject([{ role_name: 'User' }])
  })

  it('let users change their profile, and not their own rights', async () => {
    const { client, id } = ours.customer
    const { data } = await client.update('user', { id, firstname: 'Kiri', lastname: 'Tane', newsletter: true })
    expect(data).toMatchObject({ display_name: 'Kiri Tane', newsletter_subscribed_ip: '127.0.0.1' })
    for (const change of [{ active: false }, { email: 'x@example.com' }, { password: 'a new password' }]) {
      await expect(client.update('user', { id, ...change })).rejects.toMatchObject({ status: 403 })
    }
  })

  it('delete users, who are hidden immediately and purged after a month', async () => {
    const person = await makePerson(network, 'leaver', ours.id, 'User')
    await ours.administrator.client.remove('user', person.id)
    await expect(person.client.list('tracker')).rejects.toMatchObject({ status: 401 })
    await expect(ours.administrator.client.read('user', person.id)).rejects.toMatchObject({ status: 404 })
    const kept = () => network.db.selectFrom('user_account').select('id').where('id', '=', person.id).execute()
    await purgeDeleted(network.server.api.context)
    expect(await kept()).toHaveLength(1)
    await network.db
      .updateTable('user_account')
      .set({ deleted_at: '2026-01-01T00:00:00Z' })
      .where('id', '=', person.id)
      .execute()
    await purgeDeleted(network.server.api.context)
    expect(await kept()).toHaveLength(0)
  })

  it('keep at least one platform administrator', async () => {
    const { data } = await network.admin.call('GET', 'user/token')
    const { id } = data.user
    await expect(network.admin.call('POST', 'user/role', { id, platform_admin: false })).rejects.toMatchObject({
      status: 476,
    })
  })
})

it('impersonation is in the token and the log, cannot be nested, and ends at sign-out', async () => {
  const { data } = await ours.administrator.client.call('POST', 'user/impersonate', { id: ours.user.id })
  expect(data.user).toMatchObject({ username: 'ours-user', impersonator_user_id: ours.administrator.id })
  const claims = JSON.parse(Buffer.from(data.token.split('.')[1], 'base64url').toString())
  expect(claims).toMatchObject({ sub: String(ours.user.id), act: { sub: String(ours.administrator.id) } })
  const acting = guest(network, data.token)
  const passwords = { password: PASSWORD, new_password: 'another one', new_password_confirm: 'another one' }
  expect(await acting.refused('password/change', passwords)).toMatchObject({ status: 403 })
  expect(await acting.refused('user/impersonate', { id: ours.staff.id })).toMatchObject({ status: 403 })
  await acting.client.create('tracker', { number: 'by-impersonator' })
  await acting.post('user/signout')
  expect(await acting.refused('trackers', {}, 'GET')).toMatchObject({ status: 401 })
  const { data: log } = await ours.administrator.client.list('auditlog', { sort: 'id', limit: 1000 })
  expect(
    log.filter((entry) => entry.entity_id === ours.user.id && entry.action.startsWith('user.impersonate')),
  ).toMatchObject([
    { action: 'user.impersonate', organisation_id: ours.id, user_id: ours.administrator.id, ip: '127.0.0.1' },
    { action: 'user.impersonate.end', user_id: ours.user.id, impersonator_user_id: ours.administrator.id },
  ])
  expect(log.find((entry) => entry.action === 'tracker.create' && entry.impersonator_user_id)).toBeDefined()
})

it('a second factor is required, accepted once, replaced by a recovery code, and disabled', async () => {
  const { client } = await makePerson(network, 'careful', ours.id, 'User')
  const refused = (more: object) =>
    guest(network).refused('user/signin', { username: 'careful', password: PASSWORD, ...more })
  for (const body of [{}, { password: 'not the password' }]) {
    await expect(client.call('POST', 'user/totp/start', body as { password: string })).rejects.toMatchObject({
      field: 'password',
    })
  }
  const { data: started } = await client.call('POST', 'user/totp/start', { password: PASSWORD })
  expect(started.otpauth_url).toMatch(/^otpauth:\/\/totp\/Ringfence/)
  const kept = await network.db
    .selectFrom('user_account')
    .select('totp_secret')
    .where('username', '=', 'careful')
    .execute()
  expect([kept.length, JSON.stringify(kept).includes(started.secret)]).toEqual([1, false])
  const totp = new TOTP({ secret: Secret.fromBase32(started.secret) })
  await expect(client.call('POST', 'user/totp/enable', { code: '000000x' })).rejects.toMatchObject({ status: 400 })
  const code = totp.generate()
  const { data: enabled } = await client.call('POST', 'user/totp/enable', { code })
  expect(enabled.recovery_codes).toHaveLength(10)
  // 120 bits each.
  for (const code of enabled.recovery_codes) expect(code).toMatch(/^[\w-]{20}$/)
  const address = 'careful@example.com'
  expect((await lastMail(network, address)).subject).toBe('Your second factor has been switched on')
  expect(await refused({})).toMatchObject({ status: 401, code: 'totp_required' })
  expect(await refused({ code })).toMatchObject({ status: 401, code: 'totp_wrong' })
  const next = totp.generate({ timestamp: Date.now() + 30_000 })
  expect((await signIn('careful', { code: next })).data.user.totp_enabled).toBe(true)
  const [recovery] = enabled.recovery_codes
  expect((await signIn('careful', { code: recovery })).status).toBe(200)
  expect(await refused({ code: recovery })).toMatchObject({ code: 'totp_wrong' })
  await client.call('POST', 'user/totp/disable', { password: PASSWORD })
  expect((await signIn('careful')).status).toBe(200)
  expect((await lastMail(network, address)).subject).toBe('Your second factor has been switched off')
})
