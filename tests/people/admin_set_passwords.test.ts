import { beforeAll, describe, expect, it } from 'vitest'
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

const GIVEN = 'set by an administrator'
const required = { status: 403, code: 'password_change_required' }
const signIn = async (username: string, password: string) =>
  (await guest(network).post('user/signin', { username, password })).data
const adminSet = async (name: string) => {
  const person = await makePerson(network, name, ours.id, 'User')
  await ours.administrator.client.update('user', { id: person.id, password: GIVEN })
  return { ...person, session: await signIn(name, GIVEN) }
}
const change = (token: string, password: string, new_password: string) =>
  guest(network, token).post('password/change', { password, new_password, new_password_confirm: new_password })

describe('a session with a password that an administrator has set', () => {
  it('may only change the password', async () => {
    const { id, session } = await adminSet('newcomer')
    expect(session.user).toMatchObject({ id, password_change_required: true })
    const me = guest(network, session.token)
    for (const [method, path] of [
      ['GET', 'trackers'],
      ['GET', 'user'],
      ['GET', 'user/data'],
      ['GET', 'userpermissions'],
      ['PUT', 'tracker'],
      ['PUT', 'pushsubscription'],
      ['POST', 'email/change'],
      ['POST', 'username/change'],
      ['POST', 'userconfig/save'],
      ['DELETE', 'user/account'],
    ] as const) {
      expect(await me.refused(path, method === 'GET' && path === 'user' ? { id } : {}, method)).toMatchObject(required)
    }
    const invited = await theirs.administrator.client.create('invitation', {
      email: 'newcomer@example.com',
      role_name: 'User' as const,
    })
    expect(await me.refused('invitation/accept', { token: invited.data.token })).toMatchObject(required)
    await expect(connectLive(network, { token: session.token })).rejects.toThrow('unauthorized')
    // Public routes stay open.
    expect((await me.client.call('GET', 'website')).status).toBe(200)
    expect((await me.client.call('GET', 'user/token')).data.user.password_change_required).toBe(true)

    await change(session.token, GIVEN, 'my very own')
    expect((await me.client.call('GET', 'user/token')).data.user.password_change_required).toBe(false)
    expect((await me.client.list('tracker')).status).toBe(260)
  })

  it('may sign out, and differs from an impersonation', async () => {
    const { id, session } = await adminSet('leaving')
    await guest(network, session.token).post('user/signout')
    expect(await guest(network, session.token).refused('user/token', {}, 'GET')).toMatchObject({ status: 401 })
    const acting = (await ours.administrator.client.call('POST', 'user/impersonate', { id })).data
    expect(acting.user.password_change_required).toBe(false)
    await guest(network, acting.token).client.list('tracker')
  })
})

describe('a user who joins another organisation', () => {
  it('is protected from an administrator who had set and changed the password', async () => {
    const { id, username, session } = await adminSet('moving')
    // The administrator signs in as the person, passes the forced change, and the person uses the new password.
    await change(session.token, GIVEN, 'still known to others')
    const subscription = { endpoint: 'https://push.example.com/theirs', p256dh: 'x'.repeat(20), auth: 'x'.repeat(20) }
    await guest(network, session.token).client.create('pushsubscription', subscription)
    const acting = (await ours.administrator.client.call('POST', 'user/impersonate', { id })).data
    const own = await signIn(username, 'still known to others')

    const email = 'moving@example.com'
    await theirs.administrator.client.create('invitation', { email, role_name: 'Administrator' })
    const { token: invited } = await lastMail(network, email)
    await guest(network, own.token).post('invitation/accept', { token: invited })
    for (const token of [session.token, acting.token]) {
      expect(await guest(network, token).refused('trackers', {}, 'GET')).toMatchObject({ status: 401 })
    }
    const again = { username, password: 'still known to others' }
    expect(await guest(network).refused('user/signin', again)).toMatchObject({ status: 401 })
    expect((await guest(network, own.token).client.list('pushsubscription')).data).toEqual([])
    await expect(ours.administrator.client.update('user', { id, password: GIVEN })).rejects.toMatchObject({
      status: 403,
    })

    // The accepting session stays open, and a link for a new password is mailed.
    expect((await guest(network, own.token).client.list('membership')).data.length).toBeGreaterThan(1)
    const mail = await lastMail(network, email)
    expect(mail.subject).toBe('Choose a new password')
    const mine = { new_password: 'only mine now', new_password_confirm: 'only mine now' }
    await guest(network).post('password/change', { token: mail.token, ...mine })
    const signed_in = await signIn(username, 'only mine now')
    expect(signed_in.user.password_change_required).toBe(false)
  })

  it('or is added by a platform administrator, is protected as well', async () => {
    const { id, username, session } = await adminSet('added')
    await network.admin.create('membership', { user_id: id, organisation_id: theirs.id, role_name: 'User' })
    expect(await guest(network, session.token).refused('user/token', {}, 'GET')).toMatchObject({ status: 401 })
    expect(await guest(network).refused('user/signin', { username, password: GIVEN })).toMatchObject({ status: 401 })
  })

  it('keeps their own password and sessions', async () => {
    const person = await makePerson(network, 'staying', ours.id, 'User')
    await change(person.token, PASSWORD, 'another of mine')
    await network.admin.create('membership', { user_id: person.id, organisation_id: theirs.id, role_name: 'User' })
    await person.client.list('tracker')
    expect((await signIn('staying', 'another of mine')).user.memberships).toHaveLength(2)
  })
})

describe('an impersonator', () => {
  it('cannot create lasting access', async () => {
    const person = await makePerson(network, 'acted', ours.id, 'Administrator')
    const { data: tracker } = await person.client.create('tracker', { number: 'acted-1' })
    const { token } = (await ours.administrator.client.call('POST', 'user/impersonate', { id: person.id })).data
    const me = guest(network, token)
    const key = 'x'.repeat(20)
    for (const [method, path, body] of [
      ['PUT', 'pushsubscription', { endpoint: 'https://push.example.com/1', p256dh: key, auth: key }],
      ['PUT', 'sharelink', { tracker_id: tracker.id, expires_at: '2090-01-01T00:00:00Z' }],
      ['PUT', 'invitation', { email: 'friend@example.com', role_name: 'Administrator' }],
      ['PUT', 'user', { username: 'friend', email: 'friend@example.com' }],
      ['POST', 'tracker/token', { id: tracker.id }],
      ['POST', 'userconfig/save', { email_recipients: 'friend@example.com' }],
      ['POST', 'organisationconfig/save', { webhook_url: 'https://friend.example.com' }],
      ['PUT', 'membership', { user_id: ours.user.id, role_name: 'Administrator' }],
    ] as const) {
      expect(await me.refused(path, body, method), path).toMatchObject({ status: 403, code: 'forbidden' })
    }
    await me.client.update('tracker', { id: tracker.id, name: 'Named while acting' })
    const { data: made } = await me.client.create('tracker', { number: 'acted-2' })
    expect(made.device_token).toBe('')
    await me.post('user/signout')
  })
})
