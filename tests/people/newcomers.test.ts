import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, type Network } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'
import { guest, lastMail, PASSWORD } from './accounts.people.ts'

// An installation without a mail server, as on its first day.
let network: Network
let ours: Organisation
let theirs: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
})

const token_invalid = { status: 469, code: 'token_invalid' }

describe('the link that the start prints', () => {
  const path = 'user/signin/link'
  const through = async (token: string, headers: Record<string, string>) =>
    (
      await fetch(`${network.url}/api/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ token }),
      })
    ).status

  it('signs the first administrator in once, in a browser on this machine and not through a proxy', async () => {
    const token = (await network.server.makeSignInLink())!
    expect(await through(token, { 'x-forwarded-for': '127.0.0.1' })).toBe(403)
    expect(await through(token, { origin: 'https://elsewhere.example' })).toBe(403)
    expect(await guest(network).refused(path, { token: `${token.slice(1)}A` })).toMatchObject(token_invalid)
    const { data } = await guest(network).post(path, { token })
    expect(data.user).toMatchObject({ email: ADMIN.email, platform_admin: true })
    expect((await guest(network, data.token).client.list('organisation')).data.length).toBeGreaterThan(0)
    expect(await guest(network).refused(path, { token })).toMatchObject(token_invalid)
    const { data: log } = await network.admin.list('auditlog', { action: 'user.signin', limit: 1 })
    expect(log[0]).toMatchObject({ details: { link: 'start' } })
  })

  it('replaces no second factor, and opens no account that cannot sign in', async () => {
    const before = (await network.server.makeSignInLink())!
    const set = (changes: object) =>
      network.db.updateTable('user_account').set(changes).where('email', '=', ADMIN.email).execute()
    await set({ totp_enabled_at: sql`now()` })
    expect(await network.server.makeSignInLink()).toBeNull()
    expect(await guest(network).refused(path, { token: before })).toMatchObject(token_invalid)
    await set({ totp_enabled_at: null, active: false })
    expect(await network.server.makeSignInLink()).toBeNull()
    await set({ active: true })
  })
})

describe('an invitation that is handed over', () => {
  const invite = async (email: string) =>
    (await theirs.administrator.client.create('invitation', { email, role_name: 'Staff', by_link: true })).data
  const account = (username: string) => ({ username, password: PASSWORD, password_confirm: PASSWORD, terms: true })
  const accountOf = (email: string) =>
    network.db.selectFrom('user_account').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

  it('is mailed to nobody, and registers its reader as a member, once', async () => {
    const { token, mailed } = await invite('mere@example.com')
    expect(mailed).toBe(false)
    await network.server.delivery.drain()
    expect((await network.admin.list('outboxmail', { search: 'mere@example.com' })).data).toEqual([])
    expect((await guest(network).post('invitation/token', { token })).data).toMatchObject({
      email: 'mere@example.com',
      organisation_name: 'theirs',
      role_name: 'Staff',
      mailed: false,
      registered: false,
      inviter: 'theirs-administrator',
      organisations: [{ id: theirs.id }],
    })
    const { data: entered } = await guest(network).post('invitation/register', { token, ...account('mere') })
    expect(entered.user).toMatchObject({ username: 'mere', email_proved: false })
    const { data } = await guest(network).post('user/signin', { username: 'mere', password: PASSWORD })
    expect(data.user.memberships).toMatchObject([{ organisation_id: theirs.id, role_name: 'Staff' }])
    expect(await guest(network).refused('invitation/register', { token, ...account('again') })).toMatchObject({
      status: 469,
      code: 'invitation_accepted',
    })
  })

  it('proves no address: an invitation that is mailed to it is not accepted by the account', async () => {
    const { token } = await invite('tama@example.com')
    await guest(network).post('invitation/register', { token, ...account('tama') })
    // As if a person who knew a given password had set it: it ends when they join another organisation.
    expect(await accountOf('tama@example.com')).toMatchObject({ email_proved_at: null, password_origin: 'changed' })
    const { data } = await guest(network).post('user/signin', { username: 'tama', password: PASSWORD })
    await ours.administrator.client.create('invitation', { email: 'tama@example.com', role_name: 'Administrator' })
    const invitation = { token: (await lastMail(network, 'tama@example.com')).token }
    expect(await guest(network, data.token).refused('invitation/accept', invitation)).toMatchObject({ status: 475 })
  })

  it('does not register over an account', async () => {
    const { token } = await invite('ours-user@example.com')
    const taken = { status: 465, code: 'email_conflict' }
    expect(await guest(network).refused('invitation/register', { token, ...account('other') })).toMatchObject(taken)
  })

  it('is accepted by an account whose address is not proved, only by the one with that address', async () => {
    const { token } = await invite('ours-customer@example.com')
    await network.db
      .updateTable('user_account')
      .set({ email_proved_at: null })
      .where('id', '=', ours.customer.id)
      .execute()
    const accept = { token: String(token) }
    expect(await guest(network, ours.staff.token).refused('invitation/accept', accept)).toMatchObject(token_invalid)
    await guest(network, ours.customer.token).post('invitation/accept', accept)
    const { data } = await network.admin.list('membership', { user_id: ours.customer.id })
    expect(data.map(({ organisation_id }) => organisation_id).sort()).toEqual([ours.id, theirs.id].sort())
  })
})

it('shows a mail that stays in the outbox as not sent, there and among all messages', async () => {
  const { client } = ours.administrator
  const { data } = await client.create('message', {
    subject: 'Roster',
    text: 'See the board.',
    recipient_user_ids: [ours.staff.id],
  })
  await network.server.delivery.drain()
  const { data: stored } = await client.read('message', data.id)
  expect(stored).toMatchObject({ state: 'unsent', sent: null })
  expect(stored.deliveries.find(({ channel }) => channel === 'email')).toMatchObject({
    state: 'unsent',
    sent: null,
    failed: null,
    provider: 'outbox',
  })
  expect((await client.list('message', { state: 'unsent' })).data.map(({ id }) => id)).toContain(data.id)
  expect((await network.admin.list('outboxmail', { search: 'Roster' })).data).toMatchObject([{ channel: 'email' }])
})
