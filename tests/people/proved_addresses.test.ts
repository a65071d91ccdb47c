import { beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { makeOrganisation, makePerson, type Organisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'
import { guest, lastMail, PASSWORD, register } from './accounts.people.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
})

const token_invalid = { status: 469, code: 'token_invalid' }
const registration = { password: PASSWORD, password_confirm: PASSWORD, terms: true as const }
const complete = (token: string, username: string) => ({ token, username, ...registration })
const finish = (token: string, username: string, more: { organisation_ids?: number[] } = {}) =>
  guest(network).post('user/register/complete', { ...complete(token, username), ...more })
const membershipsOf = async (user_id: number) =>
  (await network.admin.list('membership', { user_id })).data.map((m) => m.organisation_id)
const mailsTo = async (address: string) => (await lastMail(network, address)).count
/** @returns the token of the mailed link, which the inviter does not learn */
const invite = async (email: string) => {
  const { data } = await theirs.administrator.client.create('invitation', { email, role_name: 'Administrator' })
  expect(data.token).toBe(null)
  return (await lastMail(network, email)).token
}

let made = 0
/** An account created by our administrator, with its mailed link. */
async function puppet(email = `puppet-${++made}@example.com`) {
  const username = email.split('@')[0]!
  const { data } = await ours.administrator.client.create('user', { username, email })
  return { id: data.id, username, email, link: (await lastMail(network, email)).token }
}

describe('a link proves the address that it was mailed to, and no other', () => {
  it('an invitation is not accepted by a link from before the address was changed', async () => {
    const { id, username, link } = await puppet()
    await invite('wanted@example.com')
    await ours.administrator.client.update('user', { id, email: 'wanted@example.com' })
    expect(await guest(network).refused('user/register/token', { token: link })).toMatchObject(token_invalid)
    const answer = await guest(network).refused('user/register/complete', complete(link, username))
    expect(answer).toMatchObject(token_invalid)
    expect(await membershipsOf(id)).toEqual([ours.id])
  })

  it('nor after the address was changed and changed back', async () => {
    const { id, username, email, link } = await puppet()
    await ours.administrator.client.update('user', { id, email: 'elsewhere@example.com' })
    await ours.administrator.client.update('user', { id, email })
    expect(await guest(network).refused('user/register/complete', complete(link, username))).toMatchObject(
      token_invalid,
    )
  })

  it('nor if the address is changed in the database, or while the link is used', async () => {
    const { id, username, link } = await puppet()
    await network.db.updateTable('user_account').set({ email: 'past@example.com' }).where('id', '=', id).execute()
    expect(await guest(network).refused('user/register/complete', complete(link, username))).toMatchObject(
      token_invalid,
    )

    const racing = await puppet()
    const waiting = await network.db.transaction().execute(async (trx) => {
      await trx.updateTable('user_account').set({ email: 'raced@example.com' }).where('id', '=', racing.id).execute()
      // On the embedded database the request waits for this transaction; on a server it waits for the row.
      const answer = guest(network).refused('user/register/complete', complete(racing.link, racing.username))
      await new Promise((resolve) => setImmediate(resolve))
      return { answer }
    })
    expect(await waiting.answer).toMatchObject(token_invalid)
  })

  it('a link to reset the password ends when an address changes', async () => {
    const { post, refused } = guest(network)
    const person = await makePerson(network, 'moving', ours.id, 'User')
    const passwords = { new_password: `${PASSWORD} 2`, new_password_confirm: `${PASSWORD} 2` }
    const link = async () => {
      await post('password/reset', { email: 'moving@example.com' })
      return (await lastMail(network, 'moving@example.com')).token
    }
    const first = await link()
    await person.client.update('user', { id: person.id, email_alt: 'other@example.com' })
    expect(await refused('password/change', { token: first, ...passwords })).toMatchObject(token_invalid)
    const second = await link()
    await ours.administrator.client.update('user', { id: person.id, email: 'moved@example.com' })
    expect(await refused('password/token', { token: second })).toMatchObject(token_invalid)
    expect(await refused('password/change', { token: second, ...passwords })).toMatchObject(token_invalid)
  })

  it('in any spelling', async () => {
    const { data } = await ours.administrator.client.create('user', {
      username: 'spelt',
      email: ' Ｓpelt@EXAMPLE.com ',
    })
    expect(data.email).toBe('spelt@example.com')
    for (const email of ['SPELT@example.com', 'ｓpelt@example.com']) {
      const again = await guest(network, ours.administrator.token).refused('user', { username: 'twice', email }, 'PUT')
      expect(again).toMatchObject({ status: 465 })
    }
    for (const email of ['sp\u200belt@example.com', 'spelt@example.com\u202e', 'a@b@example.com', 'a@exam ple.com']) {
      const wrong = await guest(network, ours.administrator.token).refused('user', { username: 'wrong', email }, 'PUT')
      expect(wrong).toMatchObject({ status: 466 })
    }
    for (const username of ['wanted＠example.com', 'wan\u200bted']) {
      const email = 'unusual@example.com'
      expect(await guest(network, ours.administrator.token).refused('user', { username, email }, 'PUT')).toMatchObject({
        status: 400,
        field: 'username',
      })
    }
  })
})

it('names are stored composed, without characters that are not seen', async () => {
  const { data } = await network.admin.create('organisation', { name: ' Ha\u200brbour\u202e Ma\u0304ori ' })
  expect(data.name).toBe('Harbour M\u0101ori')
  await expect(network.admin.create('organisation', { name: 'Harbour\u2060 Māori' })).rejects.toMatchObject({
    status: 468,
  })
  await expect(network.admin.create('organisation', { name: '\u200b\u3164' })).rejects.toMatchObject({ status: 467 })
  const person = await makePerson(network, 'seen', ours.id, 'User')
  const changed = await person.client.update('user', { id: person.id, name: 'Me\u200bre', lastname: 'Ha\ufeffll ' })
  expect(changed.data).toMatchObject({ name: 'Mere', lastname: 'Hall' })
})

describe('an invitation', () => {
  it('is accepted only by an account whose current address is proved', async () => {
    const email = 'asked@example.com'
    const token = await invite(email)
    const { id } = await puppet()
    const { client } = ours.administrator
    // The account was proved with another address before.
    await network.db
      .updateTable('user_account')
      .set({ email_proved_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute()
    await client.call('POST', 'user/confirm', { id })
    await client.update('user', { id, email, password: 'known to others' })
    await network.db.updateTable('user_account').set({ password_origin: 'own' }).where('id', '=', id).execute()
    const { data } = await guest(network).post('user/signin', { username: email, password: 'known to others' })
    const accepted = await guest(network, data.token).refused('invitation/accept', { token })
    expect(accepted).toMatchObject({ status: 475, code: 'unconfirmed' })
    expect(await membershipsOf(id)).toEqual([ours.id])

    // The reader of the address proves it, and takes the account over.
    const link = await lastMail(network, email)
    await guest(network).post('email/token', { token: link.token })
    await guest(network, data.token).post('invitation/accept', { token })
    expect(await membershipsOf(id)).toEqual([ours.id, theirs.id])
  })

  it('is accepted by registration, which ends sessions with an administrator’s password', async () => {
    const email = 'new@example.com'
    await invite(email)
    const { data: made } = await ours.administrator.client.create('user', {
      username: 'new',
      email,
      password: PASSWORD,
    })
    await ours.administrator.client.call('POST', 'user/confirm', { id: made.id })
    const { data: signed_in } = await guest(network).post('user/signin', { username: 'new', password: PASSWORD })
    const { token } = await lastMail(network, email)
    const password = 'only their own'
    await guest(network).post('user/register/complete', {
      token,
      username: 'new',
      password,
      password_confirm: password,
      terms: true,
    })
    expect(await membershipsOf(made.id)).toEqual([ours.id, theirs.id])
    expect(await guest(network, signed_in.token).refused('user/token', {}, 'GET')).toMatchObject({ status: 401 })
    expect(await guest(network).refused('user/signin', { username: 'new', password: PASSWORD })).toMatchObject({
      status: 401,
    })
  })

  it('does not bind users who register themselves to an organisation that has added their address', async () => {
    const email = 'squatted@example.com'
    const { data: made } = await ours.administrator.client.create('user', { username: 'squatted', email })
    await guest(network).post('user/register', { email, terms: true })
    const { token } = await lastMail(network, email)
    const { data: verified } = await guest(network).post('user/register/token', { token })
    expect(verified).toMatchObject({
      organisations: [{ id: ours.id, role_name: 'User', added: true, inviter: null }],
      self_requested: true,
    })
    await finish(token, 'squatted')
    const own = await membershipsOf(made.id)
    expect(own).toHaveLength(1)
    expect(own).not.toContain(ours.id)
    const acting = await guest(network, ours.administrator.token).refused('user/impersonate', { id: made.id })
    expect(acting.status).toBeGreaterThanOrEqual(400)
  })

  it('lets them select the organisations to join', async () => {
    const email = 'chooser@example.com'
    const invitation = await invite(email)
    const { data: made } = await ours.administrator.client.create('user', { username: 'chooser', email })
    const { token } = await lastMail(network, email)
    const refused = await guest(network).refused('user/register/complete', {
      ...complete(token, 'chooser'),
      organisation_ids: [1],
    })
    expect(refused).toMatchObject({ status: 400, field: 'organisation_ids' })
    await finish(token, 'chooser', { organisation_ids: [] })
    expect(await membershipsOf(made.id)).not.toContain(ours.id)

    // An invitation stays open until its own link is used.
    const { data } = await guest(network).post('user/signin', { username: 'chooser', password: PASSWORD })
    await guest(network, data.token).post('invitation/accept', { token: invitation })
    expect(await membershipsOf(made.id)).toContain(theirs.id)
  })

  it('resets the second factor of the account', async () => {
    const email = 'factor@example.com'
    const { data: made } = await ours.administrator.client.create('user', { username: 'factor', email })
    const { token } = await lastMail(network, email)
    await network.db
      .updateTable('user_account')
      .set({ totp_secret: 'of another user', totp_enabled_at: new Date().toISOString() })
      .where('id', '=', made.id)
      .execute()
    await finish(token, 'factor')
    await guest(network).post('user/signin', { username: 'factor', password: PASSWORD })
    expect(await membershipsOf(made.id)).toEqual([ours.id])
  })

  it('is not accepted by a user with another address', async () => {
    const token = await invite('one@example.com')
    const other = await register(network, 'two')
    expect(await guest(network, other).refused('invitation/accept', { token })).toMatchObject(token_invalid)
  })
})

describe('an address that is not proved', () => {
  it('gets only the link that proves it', async () => {
    const email = 'quiet@example.com'
    const { data } = await ours.administrator.client.create('user', { username: 'quiet', email, password: PASSWORD })
    await ours.administrator.client.call('POST', 'user/confirm', { id: data.id })
    await ours.administrator.client.update('user', { id: data.id, password: `${PASSWORD} 2` })
    const { client } = ours.administrator
    await client.create('message', { recipient_user_ids: [data.id], subject: 'Hello', text: 'There' })
    await network.server.delivery.drain()
    expect(await lastMail(network, email)).toMatchObject({ count: 1, subject: 'An account has been made for you' })
    await guest(network).post('password/reset', { email })
    expect(await lastMail(network, email)).toMatchObject({ count: 2, subject: 'Choose your password' })
    const { data: deliveries } = await client.list('message', { search: 'Hello' })
    expect(JSON.stringify(deliveries)).not.toContain(email)
  })

  it('is proved later, by a requested link', async () => {
    const email = 'later@example.com'
    const { data } = await ours.administrator.client.create('user', { username: 'later', email, password: PASSWORD })
    await ours.administrator.client.call('POST', 'user/confirm', { id: data.id })
    const signed_in = (await guest(network).post('user/signin', { username: 'later', password: PASSWORD })).data.token
    const { post, client } = guest(network, signed_in)
    await post('password/change', {
      password: PASSWORD,
      new_password: 'my very own',
      new_password_confirm: 'my very own',
    })
    expect((await client.read('user', data.id)).data.email_proved_at).toBe(null)
    await post('email/change', { email, password: 'my very own' })
    await post('email/token', { token: (await lastMail(network, email)).token })
    expect((await client.read('user', data.id)).data.email_proved_at).not.toBe(null)
    expect(await mailsTo(email)).toBe(2)
    const again = await guest(network, signed_in).refused('email/change', { email, password: 'my very own' })
    expect(again).toMatchObject({ status: 465 })
  })

  it('results from a change by an administrator; the old address is notified', async () => {
    const person = await makePerson(network, 'before', ours.id, 'User')
    const { data } = await ours.administrator.client.update('user', { id: person.id, email: 'after@example.com' })
    expect(data).toMatchObject({ email: 'after@example.com', email_proved_at: null })
    const subject = 'The address of your account has been changed'
    expect(await lastMail(network, 'before@example.com')).toMatchObject({ subject })
    expect(await lastMail(network, 'after@example.com')).toMatchObject({ subject: 'Confirm your new address' })
  })
})
