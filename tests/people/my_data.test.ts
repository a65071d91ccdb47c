import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, startNetwork } from '../network.ts'
import { makeOrganisation, makePerson, type Organisation } from '../seeds/people.ts'
import { guest } from './accounts.people.ts'

let network: Network
let ours: Organisation
beforeAll(async () => {
  network = await startNetwork()
  ours = await makeOrganisation(network, 'ours')
})
afterAll(() => network.stop())

it('a person downloads all their own data, and no data of others', async () => {
  const { client, token } = await makePerson(network, 'owner', ours.id, 'User')
  const { data: mine } = await client.create('tracker', { number: 'the-owners' })
  await ours.user.client.create('tracker', { number: 'not-the-owners' })
  await client.call('POST', 'userconfig/save', { email_recipients: 'owner@example.com' })
  const response = await fetch(`${network.url}/api/v1/user/data`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="ringfence-data.json"')
  const data = (await response.json()) as Record<string, Record<string, unknown>[]>
  expect(data.users).toMatchObject([{ username: 'owner' }])
  expect(data.trackers).toMatchObject([{ id: mine.id }])
  expect(data.userconfigs).toMatchObject([{ email_recipients: 'owner@example.com' }])
  expect([data.memberships!.length, data.sessions!.length]).toEqual([1, 1])
  expect(JSON.stringify(data)).not.toMatch(/password_hash|token_sha256|not-the-owners/)
  const { data: acting } = await ours.administrator.client.call('POST', 'user/impersonate', { id: ours.user.id })
  expect(await guest(network, acting.token).refused('user/data', {}, 'GET')).toMatchObject({ status: 403 })
})
