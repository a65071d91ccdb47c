import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeLeftovers } from '#api/files/jobs/leftovers.ts'
import { settleAll } from '#api/files/tree/settle.ts'
import type { Hold } from '#db/embedded/session_queue.ts'
import * as holds from '../holds.ts'
import { type Network, startNetwork } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { bytesOf, download, upload } from './uploads.ts'
import { makeZip } from './zips.ts'

const FILES = 1300

let network: Network
let ours: Organisation
let archive_id: number
beforeAll(async () => {
  network = await startNetwork()
  ours = await makeOrganisation(network, 'ours')
  const entries = Array.from({ length: FILES }, (_, i) => ({
    name: `inner ${i % 3}/deep/file ${i}.txt`,
    // Some are the same, within a part and across parts.
    data: i % 7 === 0 ? 'the same' : `text ${i}`,
    method: i % 2 === 0 ? 8 : 0,
  }))
  const large = { name: 'large.bin', data: randomBytes(200_000) }
  const zip = makeZip([...entries, large, { name: 'empty/' }])
  archive_id = (await upload(network, ours.user.token, zip, { name: 'many.zip' })).data.id
})
afterAll(() => network.stop())

const holdsOf = <T>(work: () => Promise<T>) => holds.holdsOf(network, work)
const expectShort = (all: Hold[]) => expect(holds.longOf(all)).toEqual([])

const client = () => ours.user.client
/** Of the files that are found, at most a page. */
const PAGE = 1000
const seen = async () => (await client().list('file', { search: 'file ', deleted: false, limit: PAGE })).data.length

async function unzip(): Promise<number> {
  const { data } = await client().call('POST', 'file/unzip', { id: archive_id })
  await expect.poll(async () => (await client().read('job', data.id)).data.ended_at).not.toBe(null)
  const { data: job } = await client().read('job', data.id)
  expect(job).toMatchObject({ state: 'done', error_message: null, done_entries: FILES + 2, total_entries: FILES + 2 })
  return job.result_file_id!
}

it('is unpacked in short transactions, whole', async () => {
  const { result: id, holds: unzipping } = await holdsOf(unzip)
  expectShort(unzipping)
  expect((await client().read('file', id)).data).toMatchObject({ name: 'many', items: 5, deleted_at: null })
  const { data } = await client().list('file', { search: 'file 1299.txt' })
  expect(data.map(({ path, size }) => [path.split('/').slice(-4).join('/'), size])).toEqual([
    ['many/inner 0/deep/file 1299.txt', 'text 1299'.length],
  ])
  expect(String(await bytesOf(await download(network, ours.user.token, data[0]!.id)))).toBe('text 1299')
  expect(await seen()).toBe(PAGE)
})

it('goes to the trash, comes back, is given away and is deleted for good in short transactions', async () => {
  const top = (await client().list('file', { is_folder: true, search: 'many' })).data[0]!

  expectShort((await holdsOf(() => client().call('DELETE', 'file', { id: top.id }))).holds)
  expect(await seen()).toBe(0)
  expect((await client().list('file', { deleted: true })).data.map(({ id }) => id)).toEqual([top.id])
  expectShort((await holdsOf(() => client().call('POST', 'file', { id: top.id, deleted: false }))).holds)
  expect(await seen()).toBe(PAGE)

  const admin = ours.administrator.client
  const move = () => admin.call('POST', 'file', { id: top.id, parent_file_id: null })
  expectShort((await holdsOf(move)).holds)
  const owners = sql<{ owner_user_id: number | null }>`select distinct owner_user_id from file f
    where id = ${top.id} or name like 'file %'`
  expect((await owners.execute(network.db)).rows).toEqual([{ owner_user_id: null }])

  expectShort((await holdsOf(() => admin.call('DELETE', 'file', { id: top.id, forever: true }))).holds)
  const left = await sql`select from file where name like 'file %' or id = ${top.id}`.execute(network.db)
  expect(left.rows).toEqual([])
})

it('what a killed process has left half done is seen by nobody, and finished later', async () => {
  const id = await unzip()
  // A process that was killed after the transaction of the request, and one in the middle of unpacking.
  await sql`update file set deleted_at = now(), trash_file_id = id, unsettled = true where id = ${id}`.execute(
    network.db,
  )
  await settleAll(network.db)
  expect(await seen()).toBe(0)
  await sql`update file set deleted_at = null, trash_file_id = null, unsettled = true where id = ${id}`.execute(
    network.db,
  )
  await settleAll(network.db)
  expect(await seen()).toBe(PAGE)

  await sql`update job set state = 'running', ended_at = null, leased_until = now() + interval '1 hour' where id = (select max(job_id) from file)`.execute(
    network.db,
  )
  expect(await seen()).toBe(0)
  await expect(client().read('file', id)).rejects.toMatchObject({ status: 404 })
  await sql`update job set state = 'failed', ended_at = now(), leased_until = null where id = (select max(job_id) from file)`.execute(
    network.db,
  )
  await removeLeftovers(network.db)
  const left = await sql`select from file where job_id is not null`.execute(network.db)
  expect(left.rows).toEqual([])
})
