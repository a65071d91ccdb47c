import { beforeAll, expect, it } from 'vitest'
import { createClient } from '#api/client.ts'
import type { Network } from '../../network.ts'
import { makeOrganisation, makePerson, type Organisation } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let ours: Organisation
let client: Organisation['administrator']['client']
let guest: typeof client
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'cabs')
  client = ours.administrator.client
  guest = createClient({ base: network.url, token: () => null, retries: 0 })
})

const makeCab = async (number: string) => {
  const { data } = await client.create('tracker', { organisation_id: ours.id, number, name: `Truck ${number}` })
  const { code } = (await client.act('POST tracker/cabcode', { id: data.id })).data
  return { id: data.id, code }
}
const shiftsOf = async (tracker_id: number) =>
  (await client.list('drivershift', { tracker_id, sort: 'began_at' })).data.map(({ driver_name, ended_at }) => [
    driver_name,
    ended_at === null,
  ])
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ code, field }) => [code, field],
  )

it('a driver begins and ends a shift by a PIN; the next one relieves them', async () => {
  await client.create('driver', { organisation_id: ours.id, name: 'Aroha', keys: ['483920'] })
  const expired = { name: 'Rua', keys: ['77 12 09'], licence_expires_on: '2020-01-31' }
  await client.create('driver', { organisation_id: ours.id, ...expired })
  const { id, code } = await makeCab('cab-1')
  const seen = (await guest.act('POST cab', { code })).data
  expect(seen).toEqual({
    tracker_name: 'Truck cab-1',
    organisation_name: expect.any(String),
    driver_name: null,
    driving_since: null,
  })
  const drive = (key: string, drives = true) => guest.act('POST cab/drive', { code, key, drives }).then((a) => a.data)
  const begun = await drive('483 920')
  expect(begun).toMatchObject({ driver_name: 'Aroha', licence_expired_on: null })
  const again = await drive('483920')
  expect(Date.parse(again.driving_since!)).toBe(Date.parse(begun.driving_since!))
  expect(await shiftsOf(id)).toEqual([['Aroha', true]])
  expect(await drive('771209')).toMatchObject({ driver_name: 'Rua', licence_expired_on: '2020-01-31' })
  expect(await shiftsOf(id)).toEqual([
    ['Aroha', false],
    ['Rua', true],
  ])
  expect(await drive('483920', false)).toMatchObject({ driving_since: null })
  expect((await shiftsOf(id))[1]).toEqual(['Rua', true])
  await drive('771209', false)
  expect((await shiftsOf(id))[1]).toEqual(['Rua', false])
})

it('who is signed in drives by their account, where they are a driver of the organisation', async () => {
  const person = await makePerson(network, 'mere', ours.id, 'User')
  const { id, code } = await makeCab('cab-2')
  expect(await refusal(person.client.act('POST cab/drive', { code, drives: true }))).toEqual(['bad_request', 'key'])
  await client.create('driver', { organisation_id: ours.id, name: 'Mere', user_id: person.id })
  expect((await person.client.act('POST cab', { code })).data.driver_name).toBe('Mere')
  await person.client.act('POST cab/drive', { code, drives: true })
  expect((await person.client.act('POST cab', { code })).data.driving_since).not.toBeNull()
  expect(await shiftsOf(id)).toEqual([['Mere', true]])
  const theirs = await makeOrganisation(network, 'other-cabs')
  await theirs.administrator.client.create('driver', { organisation_id: theirs.id, name: 'Hemi', keys: ['555123'] })
  expect(await refusal(guest.act('POST cab/drive', { code, key: '555123', drives: true }))).toEqual([
    'bad_request',
    'key',
  ])
})

it('a code that was replaced or ended, or of a tracker that is off, opens nothing', async () => {
  const { id, code } = await makeCab('cab-3')
  const { code: next } = (await client.act('POST tracker/cabcode', { id })).data
  expect(await refusal(guest.act('POST cab', { code }))).toEqual(['token_invalid', 'code'])
  await guest.act('POST cab', { code: next })
  await client.update('tracker', { id, active: false })
  expect(await refusal(guest.act('POST cab', { code: next }))).toEqual(['token_invalid', 'code'])
  await client.update('tracker', { id, active: true })
  await client.act('DELETE tracker/cabcode', { id })
  expect(await refusal(guest.act('POST cab', { code: next }))).toEqual(['token_invalid', 'code'])
  expect((await client.act('GET tracker/cabcode', { id })).data.made_at).toBeNull()
})

it('PINs cannot be tried without end', async () => {
  const { code } = await makeCab('cab-4')
  const tries = Array.from({ length: 21 }, (_, i) => i)
  const codes: unknown[] = []
  for (const i of tries) {
    codes.push((await refusal(guest.act('POST cab/drive', { code, key: `90000${i}`, drives: true })))![0])
  }
  expect(codes.slice(19)).toEqual(['bad_request', 'too_many_requests'])
})
