import { beforeAll, expect, it } from 'vitest'
import { configure } from '../files/uploads.ts'
import type { Network } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  await configure(network, ours.id, { features: ['files'] })
})

const off = { status: 501, code: 'not_implemented', message: 'Tracking is switched off for this organisation.' }

const calls: ['GET' | 'PUT', string, object?][] = [
  ['GET', 'trackers'],
  ['GET', 'tracker', { id: 1 }],
  ['PUT', 'tracker', { number: 'not-here' }],
  ['GET', 'boundaries'],
  ['GET', 'trackerevents'],
  ['GET', 'locations'],
  ['GET', 'reportconfigs'],
]

it.each(calls)('%s %s answers 501 where tracking is off, and names it', async (method, path, input = {}) => {
  for (const person of [ours.administrator, ours.staff, ours.user, ours.customer]) {
    await expect(person.client.call(method, path, input)).rejects.toMatchObject(off)
  }
  await expect(theirs.user.client.call('GET', 'trackers')).resolves.toMatchObject({ status: 260 })
})

it.each([
  ['alerts/summary', { from: '2026-01-01T00:00:00Z' }],
  ['trackers/urgent', {}],
])('%s of the organisation answers 501', async (path, query) => {
  const named = { ...query, organisation_id: ours.id }
  await expect(ours.staff.client.call('GET', path, named)).rejects.toMatchObject(off)
})

it('shows a person of two organisations the one that has it, and refuses the other', async () => {
  const { id, client } = theirs.staff
  await network.admin.create('tracker', { number: 'of-ours', organisation_id: ours.id })
  await network.admin.create('tracker', { number: 'of-theirs', organisation_id: theirs.id })
  await network.db
    .insertInto('membership')
    .values({ organisation_id: ours.id, user_id: id, role_name: 'Staff' })
    .execute()
  expect((await client.list('tracker')).data.map(({ number }) => number)).toEqual(['of-theirs'])
  await expect(client.list('tracker', { organisation_id: ours.id })).rejects.toMatchObject(off)
  await expect(client.create('tracker', { number: 'x', organisation_id: ours.id })).rejects.toMatchObject(off)
})

it('leaves the rest as it is, and is back when it is switched on again', async () => {
  expect((await ours.user.client.list('file')).status).toBe(260)
  expect((await ours.user.client.list('message')).status).toBe(260)
  await configure(network, ours.id, { features: ['tracking'] })
  expect((await ours.staff.client.list('tracker')).data).toHaveLength(1)
  await expect(ours.user.client.list('file')).rejects.toMatchObject({
    status: 501,
    message: 'Files are switched off for this organisation.',
  })
})
