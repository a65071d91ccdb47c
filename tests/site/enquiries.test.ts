import { beforeAll, expect, it } from 'vitest'
import { createClient } from '#api/client.ts'
import type { Network } from '../network.ts'
import { makePerson } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
beforeAll(async () => {
  network = await sharedNetwork()
})

it('of visitors reach the administrators of the only organisation, and the platform where there are several', async () => {
  const visitor = createClient({ base: network.url, token: () => null, retries: 0 })
  const write = (subject: string) =>
    visitor.call('PUT', 'enquiry', { name: 'Mere', email: 'mere@example.com', subject, text: 'How much is it?' })
  const { id } = await network.db.selectFrom('organisation').select('id').executeTakeFirstOrThrow()
  const administrator = await makePerson(network, 'run', id, 'Administrator')
  await write('first')
  const read = async () => (await administrator.client.list('enquiry')).data.map(({ subject }) => subject)
  expect(await read()).toEqual(['first'])

  await network.admin.create('organisation', { name: 'Second' })
  await write('second')
  expect(await read()).toEqual(['first'])
  expect((await network.admin.list('enquiry')).data[0]).toMatchObject({ subject: 'second', organisation_id: null })
})
