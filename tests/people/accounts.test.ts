import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Network, startNetwork } from '../network.ts'
import { guest, lastMail, PASSWORD, register } from './accounts.people.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork({ PUBLIC_URL: 'https://ringfence.example.com' })
})
afterAll(() => network.stop())

describe('a new user', () => {
  const email = 'hine@example.com'

  it('registers, follows the link in the mail, signs in and has an organisation', async () => {
    const { post, refused } = guest(network)
    const registered = await post('user/register', { email, username: 'hine', password: PASSWORD, terms: true })
    expect(registered.status).toBe(202)
    expect(await refused('user/signin', { username: 'hine', password: PASSWORD })).toMatchObject({
      status: 475,
      message: 'Unconfirmed user cannot sign in.',
    })
    const mail = await lastMail(network, email)
    expect(mail.text).toContain('https://ringfence.example.com/app/register/token?token=')
    const verified = await post('user/register/token', { token: mail.token })
    expect(verified.data).toMatchObject({ email, username: 'hine' })
    const complete = {
      token: mail.token,
      username: 'hine',
      password: PASSWORD,
      password_confirm: PASSWORD,
      terms: true,
    }
    await post('user/register/complete', { ...complete, firstname: 'Hine', lastname: 'Moana' })
    expect(await refused('user/register/complete', complete)).toMatchObject({ status: 469, field: 'token' })

    const { data } = await post('user/signin', { username: email, password: PASSWORD })
    expect(data.user).toMatchObject({ username: 'hine', display_name: 'Hine Moana', platform_admin: false })
    expect(data.user.memberships).toMatchObject([{ organisation_name: 'Hine Moana', role_name: 'Administrator' }])
    const { data: me } = await guest(network, data.token).client.read('user', data.user.id)
    expect(me).toMatchObject({
      terms: true,
      login_count: 1,
      current_login_ip: '127.0.0.1',
      terms_agreed_ip: '127.0.0.1',
    })
    expect(Object.keys(me).filter((name) => /password|secret/.test(name))).toEqual([])
  })

  it('gets the same answer for an existing address, which gets a mail', async () => {
    const { post } = guest(network)
    const existing = await post('user/register', { email, terms: true })
    const unknown = await post('user/register', { email: 'new@example.com', terms: true })
    expect(existing).toEqual(unknown)
    expect((await lastMail(network, email)).subject).toBe('You have an account already')
  })

  it('resets the password by mail, which ends all sessions', async () => {
    const { post, refused } = guest(network)
    const before = await post('user/signin', { username: 'hine', password: PASSWORD })
    const existing = await post('password/reset', { email })
    expect(existing).toEqual(await post('password/reset', { email: 'unknown@example.com' }))
    expect(existing.status).toBe(202)
    const { token, text } = await lastMail(network, email)
    expect(text).toContain('https://ringfence.example.com/app/password/token?token=')
    expect((await post('password/token', { token })).status).toBe(200)
    const changed = { token, new_password: 'another password', new_password_confirm: 'another password' }
    expect((await post('password/change', changed)).status).toBe(261)
    expect(await refused('password/change', changed)).toMatchObject({ status: 469 })
    expect(await guest(network, before.data.token).refused('sessions', {}, 'GET')).toMatchObject({ status: 401 })
    expect(await refused('user/signin', { username: 'hine', password: PASSWORD })).toMatchObject({ status: 401 })
    expect((await post('user/signin', { username: 'hine', password: 'another password' })).status).toBe(200)
  })

  it('cannot use an expired link', async () => {
    const { post, refused } = guest(network)
    await post('password/reset', { email })
    await network.server.delivery.drain()
    await network.db.updateTable('one_time_token').set({ expires_at: '2026-01-01T00:00:00Z' }).execute()
    const { token } = await lastMail(network, email)
    expect(await refused('password/token', { token })).toMatchObject({ status: 470, code: 'token_expired' })
  })

  it('can also be confirmed by an administrator', async () => {
    const { post } = guest(network)
    await post('user/register', { email: 'wiremu@example.com', username: 'wiremu', password: PASSWORD, terms: true })
    const { data } = await network.admin.list('user', { search: 'wiremu' })
    expect(data[0]!.confirmed_at).toBe(null)
    await network.admin.call('POST', 'user/confirm', { id: data[0]!.id })
    const signed_in = await post('user/signin', { username: 'wiremu', password: PASSWORD })
    expect(signed_in.data.user.memberships).toHaveLength(1)
  })
})

describe('refused without a session', () => {
  it.each<[string, string, object, number, string | undefined]>([
    ['no agreement', 'user/register', { email: 'a@example.com', terms: false }, 400, 'terms'],
    ['an invalid address', 'user/register', { email: 'not an address', terms: true }, 466, 'email'],
    ['a short password', 'user/register', { email: 'a@example.com', password: 'short', terms: true }, 461, 'password'],
    [
      'different passwords',
      'user/register',
      { email: 'a@example.com', password: PASSWORD, password_confirm: 'x', terms: true },
      462,
      'password_confirm',
    ],
    ['a short username', 'user/register', { email: 'a@example.com', username: 'ab', terms: true }, 463, 'username'],
    ['a taken username', 'user/register', { email: 'a@example.com', username: 'ADMIN', terms: true }, 464, 'username'],
    [
      'an address as username',
      'user/register',
      { email: 'a@example.com', username: 'b@c.nz', terms: true },
      400,
      'username',
    ],
    ['an invalid link', 'user/register/token', { token: 'rubbish' }, 469, 'token'],
    ['an invalid reset link', 'password/token', { token: 'rubbish' }, 469, 'token'],
    ['an invalid address link', 'email/token', { token: 'rubbish' }, 469, 'token'],
    ['an invalid token', 'token', { token: 'rubbish' }, 401, undefined],
    ['signing out', 'user/signout', {}, 401, undefined],
    ['impersonation', 'user/impersonate', { id: 1 }, 401, undefined],
  ])('%s', async (_name, path, body, status, field) => {
    const answer = await guest(network).refused(path, body)
    expect([answer.status, answer.field]).toEqual([status, field])
    expect(answer.message.length).toBeGreaterThan(5)
  })
})

describe('a signed-in user', () => {
  it.each<[string, string, object, number, string]>([
    [
      'a wrong password',
      'password/change',
      { password: 'wrong', new_password: 'long enough', new_password_confirm: 'long enough' },
      403,
      'password',
    ],
    [
      'a short new password',
      'password/change',
      { password: PASSWORD, new_password: 'short', new_password_confirm: 'short' },
      461,
      'new_password',
    ],
    [
      'different new passwords',
      'password/change',
      { password: PASSWORD, new_password: 'long enough', new_password_confirm: 'x' },
      462,
      'new_password_confirm',
    ],
    ['a short username', 'username/change', { username: 'ab' }, 463, 'username'],
    ['a taken username', 'username/change', { username: 'admin' }, 464, 'username'],
    ['different usernames', 'username/change', { username: 'mere', username_confirm: 'mera' }, 477, 'username_confirm'],
    ['a taken address', 'email/change', { email: 'admin@example.com', password: PASSWORD }, 465, 'email'],
    ['an invalid address', 'email/change', { email: 'mere', password: PASSWORD }, 466, 'email'],
  ])('is refused %s', async (name, path, body, status, field) => {
    const username = `p-${name.replaceAll(' ', '-')}`
    const { refused } = guest(network, await register(network, username))
    expect(await refused(path, body)).toMatchObject({ status, field })
  })

  it('changes username, password and address, the last confirmed at the new one', async () => {
    const token = await register(network, 'aroha')
    const elsewhere = await guest(network).post('user/signin', { username: 'aroha', password: PASSWORD })
    const { post } = guest(network, token)
    expect((await post('username/change', { username: 'aroha2', username_confirm: 'aroha2' })).status).toBe(261)
    const passwords = { password: PASSWORD, new_password: 'a longer one', new_password_confirm: 'a longer one' }
    expect((await post('password/change', passwords)).status).toBe(261)
    expect((await guest(network, token).client.list('session')).data).toHaveLength(1)
    expect(await guest(network, elsewhere.data.token).refused('sessions', {}, 'GET')).toMatchObject({ status: 401 })

    await post('email/change', { email: 'aroha@new.example.com', password: 'a longer one' })
    const mail = await lastMail(network, 'aroha@new.example.com')
    await guest(network).post('email/token', { token: mail.token })
    const { data } = await guest(network).post('user/signin', {
      username: 'aroha@new.example.com',
      password: 'a longer one',
    })
    expect(data.user).toMatchObject({ username: 'aroha2', email: 'aroha@new.example.com' })
    expect((await lastMail(network, 'aroha@example.com')).subject).toContain('has been changed')
  })

  it('deletes their account with the password; name and address become free', async () => {
    const token = await register(network, 'rangi')
    expect(await guest(network, token).refused('user/account', { password: 'wrong' }, 'DELETE')).toMatchObject({
      status: 403,
    })
    const gone = await guest(network, token).client.call('DELETE', 'user/account', { password: PASSWORD })
    expect(gone.status).toBe(262)
    expect(await guest(network, token).refused('sessions', {}, 'GET')).toMatchObject({ status: 401 })
    expect((await network.admin.list('user', { search: 'rangi' })).status).toBe(260)
    await register(network, 'rangi')
  })
})

it('refuses registration where it is closed', async () => {
  const closed = await startNetwork({ REGISTRATION: 'closed' })
  const answer = await guest(closed).refused('user/register', { email: 'a@example.com', terms: true })
  expect(answer).toMatchObject({ status: 403, message: expect.stringContaining('closed') })
  await closed.stop()
})
