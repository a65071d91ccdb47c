import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, startNetwork } from '../network.ts'
import { guest } from '../people/accounts.people.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { upload } from './uploads.ts'

let network: Network
let ours: Organisation
beforeAll(async () => {
  network = await startNetwork()
  ours = await makeOrganisation(network, 'ours')
})
afterAll(() => network.stop())

it('the sign-in says whether a person has jobs to list, and each names what it is done to', async () => {
  const restored = async (token: string) =>
    (await guest(network).client.call('POST', 'user/signin', { token })).data as { has_jobs: boolean }
  expect(await restored(ours.user.token)).toMatchObject({ has_jobs: false })
  const { data: file } = await upload(network, ours.user.token, 'no zip', { name: 'Tax 2026.zip' })
  await ours.user.client.call('POST', 'file/unzip', { id: file.id })
  await ours.user.client.call('POST', 'file/zip', { ids: [file.id], name: 'Archive' })
  await network.server.api.jobs.drain()

  const { data } = await ours.user.client.list('job')
  expect(data.map(({ kind, state, source }) => [kind, state, source])).toEqual([
    ['zip', 'done', 'Archive.zip'],
    ['unzip', 'failed', 'Tax 2026.zip'],
  ])
  expect(await restored(ours.user.token)).toMatchObject({ has_jobs: true })
  expect(await restored(ours.customer.token)).toMatchObject({ has_jobs: false })

  await network.db
    .updateTable('job')
    .set({ ended_at: new Date(Date.now() - 2 * 86_400_000).toISOString() })
    .execute()
  expect(await restored(ours.user.token)).toMatchObject({ has_jobs: false })
})
