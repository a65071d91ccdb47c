import { beforeAll, expect, it } from 'vitest'
import { type ErrorCode, errors } from '#api/http/errors.ts'
import type { Network } from '../network.ts'
import { guest, lastMail } from '../people/accounts.people.ts'
import { makeOrganisation, type Organisation, PASSWORD } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let ours: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  await network.admin.create('tracker', { number: 'taken' })
})

/** The specified error codes: each with a request that triggers it. */
const catalogue: [number, ErrorCode, () => Promise<Refusal>][] = [
  [461, 'password_too_short', () => register({ password: 'short' })],
  [462, 'passwords_do_not_match', () => register({ password: PASSWORD, password_confirm: 'another' })],
  [463, 'username_too_short', () => register({ username: 'ab' })],
  [464, 'username_conflict', () => register({ username: 'ours-staff' })],
  [465, 'email_conflict', () => as().refused('user', { username: 'another', email: 'ours-user@example.com' }, 'PUT')],
  [466, 'email_invalid', () => register({ email: 'no address' })],
  [467, 'name_too_short', () => as().refused('organisation', { name: ' ' }, 'PUT')],
  [468, 'name_conflict', () => as().refused('organisation', { name: 'OURS' }, 'PUT')],
  [469, 'token_invalid', () => guest(network).refused('password/token', { token: 'rubbish' })],
  [470, 'token_expired', expired],
  [471, 'number_too_short', () => as().refused('tracker', { number: '' }, 'PUT')],
  [472, 'number_conflict', () => as().refused('tracker', { number: 'taken' }, 'PUT')],
  [473, 'archived', archived],
  [474, 'outdated', outdated],
  [475, 'unconfirmed', unconfirmed],
  [476, 'not_possible', () => as().refused('user', { id: 1 }, 'DELETE')],
  [
    477,
    'usernames_do_not_match',
    () => as(ours.user.token).refused('username/change', { username: 'mere', username_confirm: 'mera' }),
  ],
]

it.each(catalogue)('%i is answered: %s', async (status, code, trigger) => {
  expect(await trigger()).toMatchObject({ status, code })
})

it('has every code from 461 to 477 in that table', () => {
  const all = Object.entries(errors).map(([code, [status]]) => ({ code, status }))
  // A code that says more of a status stands after the status's own.
  const own = all.filter(({ status }, i) => all.findIndex((other) => other.status === status) === i)
  const listed = own.filter(({ status }) => status > 460 && status < 478)
  expect(catalogue.map(([status, code]) => ({ code, status }))).toEqual(listed)
  expect(catalogue.map(([status]) => status)).toEqual(Array.from({ length: 17 }, (_, i) => 461 + i))
})

const as = (token = network.token) => guest(network, token)
const register = (more: object) =>
  guest(network).refused('user/register', { email: 'new@example.com', terms: true, ...more })

async function expired() {
  await guest(network).post('password/reset', { email: 'ours-user@example.com' })
  const { token } = await lastMail(network, 'ours-user@example.com')
  await network.db.updateTable('one_time_token').set({ expires_at: '2020-01-01T00:00:00Z' }).execute()
  return guest(network).refused('password/token', { token })
}

async function archived() {
  const { data } = await ours.administrator.client.create('tracker', { number: 'kept' })
  await ours.administrator.client.create('datalock', { locked_until: new Date().toISOString() })
  return as(ours.administrator.token).refused('tracker', { id: data.id }, 'DELETE')
}

async function outdated() {
  const { data } = await network.admin.create('tracker', { number: 'changed' })
  await network.admin.update('tracker', { id: data.id, name: 'First' })
  return as().refused('tracker', { id: data.id, name: 'Second', modified_at: data.modified_at })
}

async function unconfirmed() {
  await guest(network).post('user/register', {
    email: 'waiting@example.com',
    username: 'waiting',
    password: PASSWORD,
    terms: true,
  })
  return guest(network).refused('user/signin', { username: 'waiting', password: PASSWORD })
}

type Refusal = { status: number; code: string }
