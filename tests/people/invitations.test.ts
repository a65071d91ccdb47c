import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { makeOrganisation, makePerson, type Organisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'
import { guest, lastMail, PASSWORD } from './accounts.people.ts'

let network: Network
let clinic: Organisation
let school: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  clinic = await makeOrganisation(network, 'Harbour Clinic')
  school = await makeOrganisation(network, 'see evil.example')
})

const inviteBy = async ({ administrator }: Organisation, email: string) => {
  const { data } = await administrator.client.create('invitation', { email, role_name: 'Staff' })
  return { ...(await lastMail(network, email)), id: data.id }
}
const organisationsOf = async (email: string) => {
  const rows = await network.db
    .selectFrom('membership as m')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .innerJoin('organisation as o', 'o.id', 'm.organisation_id')
    .select(['o.name', 'm.role_name'])
    .where('u.email', '=', email)
    .orderBy('o.id')
    .execute()
  return rows.map(({ name, role_name }) => `${name}: ${role_name}`)
}
const account = { name: 'Mere Hall', password: PASSWORD, terms: true }

describe('the mailed link of an invitation', () => {
  it('registers in one step by one mail, joins, and signs in, with the address proved', async () => {
    const email = 'mere@example.com'
    const { token } = await inviteBy(clinic, email)
    const verified = (await guest(network).post('invitation/token', { token })).data
    expect(verified).toMatchObject({
      email,
      mailed: true,
      registered: false,
      inviter: 'harbour clinic-administrator',
      organisations: [{ id: clinic.id, role_name: 'Staff', added: false }],
    })
    const { data } = await guest(network).post('invitation/register', { token, ...account })
    expect(data.user).toMatchObject({ username: 'mere', name: 'Mere Hall', email_proved: true })
    expect(data.user.memberships).toMatchObject([{ organisation_id: clinic.id, role_name: 'Staff' }])
    expect((await guest(network, data.token).client.list('organisation')).data).toMatchObject([{ id: clinic.id }])
    expect((await lastMail(network, email)).count).toBe(1)
    await guest(network).post('user/signin', { username: email, password: PASSWORD })
  })

  it('names organisation and inviter, but nothing that reads as a link', async () => {
    const { text } = await inviteBy(clinic, 'named@example.com')
    expect(text).toContain('“harbour clinic-administrator” invites you to join “Harbour Clinic” at Ringfence.')
    const other = await inviteBy(school, 'unnamed@example.com')
    expect(other.text).toContain('invites you to join an organisation at Ringfence.')
    expect(other.text).not.toContain('evil.example')
  })

  it('joins all that have invited, or those that its reader selects, and none of their own', async () => {
    const email = 'both@example.com'
    await inviteBy(clinic, email)
    const { token } = await inviteBy(school, email)
    expect(
      await guest(network).refused('invitation/register', { token, ...account, organisation_ids: [] }),
    ).toMatchObject({ status: 400, field: 'organisation_ids' })
    const foreign = { token, ...account, organisation_ids: [1] }
    expect(await guest(network).refused('invitation/register', foreign)).toMatchObject({ status: 400 })
    await guest(network).post('invitation/register', { token, ...account })
    expect(await organisationsOf(email)).toEqual(['Harbour Clinic: Staff', 'see evil.example: Staff'])

    const one = 'one@example.com'
    await inviteBy(clinic, one)
    const second = await inviteBy(school, one)
    const selected = { token: second.token, ...account, organisation_ids: [clinic.id] }
    await guest(network).post('invitation/register', selected)
    expect(await organisationsOf(one)).toEqual(['Harbour Clinic: Staff'])
  })

  it('takes over an account that waits for its address, with nothing that others have set', async () => {
    const email = 'waiting@example.com'
    const made = await school.administrator.client.create('user', {
      username: 'waiting',
      email,
      password: 'given by another',
    })
    await school.administrator.client.call('POST', 'user/confirm', { id: made.data.id })
    const { data: before } = await guest(network).post('user/signin', { username: email, password: 'given by another' })
    const { token } = await inviteBy(clinic, email)
    const { data } = await guest(network).post('invitation/register', { token, ...account, username: 'mine' })
    expect(data.user).toMatchObject({ id: made.data.id, username: 'mine', email_proved: true })
    expect(await guest(network, before.token).refused('trackers', {}, 'GET')).toMatchObject({ status: 401 })
    expect(await organisationsOf(email)).toEqual(['Harbour Clinic: Staff'])
  })

  it('asks the reader with an account to sign in, and changes no password', async () => {
    const person = await makePerson(network, 'settled', school.id, 'User')
    const { token } = await inviteBy(clinic, 'settled@example.com')
    expect((await guest(network).post('invitation/token', { token })).data.registered).toBe(true)
    expect(await guest(network).refused('invitation/register', { token, ...account })).toMatchObject({ status: 465 })
    await guest(network, person.token).post('invitation/accept', { token })
    expect(await organisationsOf('settled@example.com')).toEqual(['Harbour Clinic: Staff', 'see evil.example: User'])
  })

  it('says why it opens nothing: accepted, withdrawn, expired, or unknown', async () => {
    const verdict = (token: string) => guest(network).refused('invitation/token', { token })
    const accepted = await inviteBy(clinic, 'ended-1@example.com')
    await guest(network).post('invitation/register', { token: accepted.token, ...account })
    expect(await verdict(accepted.token)).toMatchObject({ status: 469, code: 'invitation_accepted' })
    const withdrawn = await inviteBy(clinic, 'ended-2@example.com')
    await clinic.administrator.client.remove('invitation', withdrawn.id)
    expect(await verdict(withdrawn.token)).toMatchObject({ status: 469, code: 'invitation_withdrawn' })
    const register = { token: withdrawn.token, ...account }
    expect(await guest(network).refused('invitation/register', register)).toMatchObject({
      code: 'invitation_withdrawn',
    })
    const expired = await inviteBy(clinic, 'ended-3@example.com')
    await network.db
      .updateTable('invitation')
      .set({ expires_at: sql<string>`now() - interval '1 second'` })
      .where('id', '=', expired.id)
      .execute()
    expect(await verdict(expired.token)).toMatchObject({ status: 470, code: 'token_expired' })
    expect(await verdict('rubbish')).toMatchObject({ status: 469, code: 'token_invalid' })
  })
})
