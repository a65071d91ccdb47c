import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { limitToGroup } from '../../seeds/groups.ts'
import { makeOrganisation, makePerson, type Organisation } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let ours: Organisation
let client: Organisation['administrator']['client']
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'haulage')
  client = ours.administrator.client
})

it('a key is one of one driver of an organisation, in any spelling', async () => {
  const keys = ['01:b5:42:21', '01B54221', 'aa-11']
  const { data: aroha } = await client.create('driver', { organisation_id: ours.id, name: ' Aroha ', keys })
  expect(aroha).toMatchObject({ name: 'Aroha', keys: ['01B54221', 'AA11'], licence: null })
  const { data: tama } = await client.create('driver', { organisation_id: ours.id, name: 'Tama' })
  await expect(client.update('driver', { id: tama.id, keys: ['01b5 4221'] })).rejects.toThrow(
    'keys: 01B54221 is a key of Aroha.',
  )
  await expect(client.update('driver', { id: tama.id, keys: ['0000'] })).rejects.toThrow(/^keys: 0000 is no key/)
  const found = await client.list('driver', { organisation_id: ours.id, key: 'aa:11' })
  expect(found.data.map(({ id }) => id)).toEqual([aroha.id])
  await client.update('driver', { id: aroha.id, keys: ['AA11'] })
  expect((await client.update('driver', { id: tama.id, keys: ['01b5 4221'] })).data.keys).toEqual(['01B54221'])
  const theirs = await makeOrganisation(network, 'couriers')
  const { data: other } = await theirs.administrator.client.create('driver', {
    organisation_id: theirs.id,
    name: 'Aroha',
    keys,
  })
  expect(other.keys).toEqual(['01B54221', 'AA11'])
})

it('a licence expires by the calendar of the organisation', async () => {
  const { rows } = await sql<{ day: string; days: number }>`select days, to_char((now() at time zone o.timezone)::date
      + days, 'YYYY-MM-DD') as day from organisation o, unnest(array[-1, 0, 29, 31]) days
    where o.id = ${ours.id} order by days`.execute(network.db)
  for (const { day, days } of rows) {
    await client.create('driver', { organisation_id: ours.id, name: `Licence ${days}`, licence_expires_on: day })
  }
  const of = async (licence: 'valid' | 'expiring' | 'expired') =>
    (await client.list('driver', { organisation_id: ours.id, licence })).data.map(({ name }) => name)
  expect(await of('expired')).toEqual(['Licence -1'])
  expect(await of('expiring')).toEqual(['Licence 0', 'Licence 29'])
  expect(await of('valid')).toEqual(['Licence 31'])
})

it('Staff who are limited to groups see the drivers of these; a User sees the driver that they are', async () => {
  const staff = await makePerson(network, 'north', ours.id, 'Staff')
  const group_id = await limitToGroup(network, staff.id, ours.id, 'North')
  const user = await makePerson(network, 'driver', ours.id, 'User')
  const { data: north } = await client.create('driver', { organisation_id: ours.id, name: 'Hine', group_id })
  const { data: south } = await client.create('driver', { organisation_id: ours.id, name: 'Rua', user_id: user.id })
  expect((await staff.client.list('driver', {})).data.map(({ id }) => id)).toEqual([north.id])
  expect((await user.client.list('driver', {})).data.map(({ id }) => id)).toEqual([south.id])
  await expect(staff.client.read('driver', south.id)).rejects.toThrow()
  await expect(client.remove('trackergroup', group_id)).rejects.toThrow(/drivers are in it/)
  const stranger = await makePerson(network, 'stranger', (await makeOrganisation(network, 'away')).id, 'User')
  await expect(client.update('driver', { id: north.id, user_id: stranger.id })).rejects.toThrow(
    'user_id: is not a member of the organisation.',
  )
})
