import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'
import { guest, lastMail, PASSWORD } from './accounts.people.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
})

const now = sql<string>`now()`
/** Columns of an account in each state. */
const states = {
  'registered by themself, link not followed': { created_by: false },
  'made by an administrator, not confirmed': { created_by: true },
  'made and confirmed by an administrator, with a password': { created_by: true, confirmed_at: now, given: true },
  'confirmed, address changed since and not proved': { created_by: false, confirmed_at: now },
  'made by an administrator, address proved': { created_by: true, confirmed_at: now, email_proved_at: now },
  'registered, address proved': { created_by: false, confirmed_at: now, email_proved_at: now },
}

let made = 0
async function person({ created_by, given, ...times }: { created_by: boolean; given?: boolean }) {
  const email = `person-${++made}@example.com`
  const { id } = await network.db
    .insertInto('user_account')
    .values({
      username: `person-${made}`,
      email,
      ...times,
      ...(created_by && { created_by_user_id: ours.administrator.id }),
      ...(given && { password_origin: 'given' as const, password_hash: 'x' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await network.db
    .insertInto('membership')
    .values({ organisation_id: ours.id, user_id: id, role_name: 'User' })
    .execute()
  return { id, email }
}

it.each([
  ['registered by themself, link not followed', 'Confirm your registration', 'register'],
  ['made by an administrator, not confirmed', 'Choose your password', 'register'],
  ['made and confirmed by an administrator, with a password', 'Choose your password', 'register'],
  ['confirmed, address changed since and not proved', 'Choose your password', 'register'],
  ['made by an administrator, address proved', 'Set a new password', 'password'],
  ['registered, address proved', 'Set a new password', 'password'],
] as const)('a forgotten password of an account that is %s: %s', async (state, subject, page) => {
  const { email } = await person(states[state])
  await guest(network).post('password/reset', { email })
  const { text, token, ...mail } = await lastMail(network, email)
  expect(mail).toMatchObject({ subject, count: 1 })
  expect(text).toContain(`/app/${page}/token?token=`)
  // The link sets the password that its reader chooses.
  const twice = { password: PASSWORD, password_confirm: PASSWORD }
  if (page === 'register') {
    await guest(network).post('user/register/complete', { token, username: `own-${made}`, terms: true, ...twice })
  } else await guest(network).post('password/change', { token, new_password: PASSWORD, new_password_confirm: PASSWORD })
  expect((await guest(network).post('user/signin', { username: email, password: PASSWORD })).data.user).toMatchObject({
    email_proved: true,
    password_change_required: false,
  })
})

it.each([
  ['made and confirmed by an administrator, with a password', 'register'],
  ['made by an administrator, address proved', 'password'],
] as const)('a password that ends, of an account that is %s, has a mail of its own', async (state, page) => {
  const { id, email } = await person({ ...states[state], given: true })
  await network.admin.create('membership', { organisation_id: theirs.id, user_id: id, role_name: 'User' })
  const { subject, text } = await lastMail(network, email)
  expect(subject).toBe('Choose a new password')
  expect(text).toContain('An administrator had set your password')
  expect(text).toContain(`/app/${page}/token?token=`)
})
