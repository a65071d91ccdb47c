import { beforeAll, describe, expect, it } from 'vitest'
import { connectLive, type Network } from '../network.ts'
import { makeOrganisation, makePerson, type Organisation } from '../seeds/people.ts'
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

const signIn = async (username: string, password: string) =>
  (await guest(network).post('user/signin', { username, password })).data

describe('a revoked right', () => {
  it('closes the live connection after a change of role', async () => {
    const person = await makePerson(network, 'demoted', ours.id, 'Staff')
    const live = await connectLive(network, { token: person.token })
    const closed = new Promise((resolve) => live.socket.once('disconnect', resolve))
    const { data } = await ours.administrator.client.list('membership', { user_id: person.id })
    await ours.administrator.client.update('membership', { id: data[0]!.id, role_name: 'Customer' })
    expect(await closed).toBe('io server disconnect')
  })

  it.each<[string, (administrator: number, membership: number) => Promise<unknown>]>([
    ['role', (_, id) => network.admin.update('membership', { id, role_name: 'User' })],
    ['membership', (_, id) => network.admin.remove('membership', id)],
    ['account', (id) => network.admin.remove('user', id)],
  ])('ends an impersonation: the administrator’s %s', async (name, lose) => {
    const boss = await makePerson(network, `boss-${name}`, ours.id, 'Administrator')
    const { data } = await boss.client.call('POST', 'user/impersonate', { id: ours.user.id })
    const { data: memberships } = await network.admin.list('membership', { user_id: boss.id })
    await lose(boss.id, memberships[0]!.id)
    expect(await guest(network, data.token).refused('trackers', {}, 'GET')).toMatchObject({ status: 401 })
  })

  it('ends impersonations of a user who joins another organisation', async () => {
    const { data } = await ours.administrator.client.call('POST', 'user/impersonate', { id: ours.staff.id })
    const joined = { user_id: ours.staff.id, organisation_id: theirs.id, role_name: 'User' as const }
    const { data: membership } = await network.admin.create('membership', joined)
    expect(await guest(network, data.token).refused('trackers', {}, 'GET')).toMatchObject({ status: 401 })
    await network.admin.remove('membership', membership.id)
  })
})

it('an administrator who enters a foreign address gains no access by its invitations', async () => {
  const email = 'stranger@example.com'
  await theirs.administrator.client.create('invitation', { email, role_name: 'Administrator' })
  const { client } = ours.administrator
  const { data } = await client.create('user', { organisation_id: ours.id, username: 'puppet', email })
  await client.update('user', { id: data.id, password: 'known to the administrator' })
  await client.call('POST', 'user/confirm', { id: data.id })
  const { user } = await signIn('puppet', 'known to the administrator')
  expect(user.memberships).toMatchObject([{ organisation_id: ours.id }])
})

it('an impersonator cannot accept an invitation', async () => {
  const { data } = await ours.administrator.client.call('POST', 'user/impersonate', { id: ours.user.id })
  await theirs.administrator.client.create('invitation', { email: 'ours-user@example.com', role_name: 'User' })
  const { token } = await lastMail(network, 'ours-user@example.com')
  const answer = await guest(network, data.token).refused('invitation/accept', { token })
  expect(answer).toMatchObject({ status: 403 })
})

it('a User links a boundary to their own trackers only, and other ids are not revealed', async () => {
  const { data: other } = await ours.administrator.client.create('tracker', { number: 'not-theirs' })
  const shape = { name: 'Mine', circle: { center: [0, 0] as [number, number], radius_m: 100 } }
  const refused = (id: number) =>
    guest(network, ours.user.token).refused('boundary', { ...shape, tracker_ids: [id] }, 'PUT')
  expect(await refused(other.id)).toEqual(await refused(999_999))
  const { data: own } = await ours.user.client.create('tracker', { number: 'their-own' })
  const { data } = await ours.user.client.create('boundary', { ...shape, tracker_ids: [own.id] })
  expect(data.tracker_ids).toEqual([own.id])
})
