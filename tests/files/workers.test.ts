import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyTemplate, type Network, startNetwork } from '../network.ts'
import { makeProcess, type ServerProcess } from '../process.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { upload } from './uploads.ts'

/** Several processes on one database; the embedded one has one process. */
const several = process.env.DATABASE === 'server'

let database: Awaited<ReturnType<typeof copyTemplate>>
let first: Network
let second: Network
let third: Network | undefined
let killed: ServerProcess | null = null
let ours: Organisation
let file_id: number
beforeAll(async () => {
  if (!several) return
  database = await copyTemplate()
  first = await startNetwork({ DATABASE_URL: database.url })
  second = await startNetwork({ DATABASE_URL: database.url, DATA_DIR: first.data_dir }, { existing: true })
  ours = await makeOrganisation(first, 'ours')
  file_id = (await upload(first, ours.user.token, Buffer.alloc(500_000), { name: 'a.bin' })).data.id
})
afterAll(async () => {
  if (!several) return
  await killed?.end('SIGKILL')
  await third?.stop()
  await second?.stop()
  await first?.stop()
  await database?.drop()
})

const jobs = async () => (await ours.user.client.list('job', { limit: 100 })).data

it.runIf(several)('do each job once', async () => {
  const queued = await Promise.all(
    Array.from({ length: 16 }, (_, i) =>
      ours.user.client.call('POST', 'file/zip', { ids: [file_id], name: `zip-${i}.zip` }),
    ),
  )
  expect(queued.map(({ status }) => status)).toEqual(Array(16).fill(202))
  for (const { server } of [first, second]) server.api.workers.notify()
  await expect
    .poll(async () => (await jobs()).filter(({ ended_at }) => ended_at === null).length, { timeout: 60_000 })
    .toBe(0)
  expect(new Set((await jobs()).map(({ state }) => state))).toEqual(new Set(['done']))
  const { data } = await ours.user.client.list('file', { search: 'zip-', limit: 100 })
  expect(data.map(({ name }) => name).sort()).toEqual(Array.from({ length: 16 }, (_, i) => `zip-${i}.zip`).sort())
  const { rows } = await sql<{ attempts: number }>`select distinct attempts from job`.execute(first.db)
  expect(rows).toEqual([{ attempts: 1 }])
})

it.runIf(several)('take over what a killed one has left, once its lease has ended', async () => {
  killed = await makeProcess({ DATABASE_URL: database.url, FILE_KEYS: '', DATA_DIR: first.data_dir })
  await first.server.api.workers.stop()
  await second.server.api.workers.stop()
  await killed.start()
  const {
    rows: [job],
  } = await sql<{ id: number }>`insert into job (organisation_id, user_id, kind, input)
    values (${ours.id}, ${ours.user.id}, 'zip', ${JSON.stringify({
      ids: Array(1).fill(file_id),
      name: 'taken over.zip',
      parent_file_id: (await ours.user.client.call('GET', 'files/usage')).data.root_file_id,
    })}::jsonb) returning id`.execute(first.db)
  const of = async () =>
    (
      await sql<{
        state: string
        attempts: number
        leased: boolean
      }>`select state, attempts, leased_until > now() as leased
      from job where id = ${job!.id}`.execute(first.db)
    ).rows[0]!
  // Whatever moment it is killed at, the job is running under its lease, or done.
  await expect.poll(async () => (await of()).attempts, { interval: 5 }).toBe(1)
  await killed.end('SIGKILL')
  const left = await of()
  third = await startNetwork({ DATABASE_URL: database.url, DATA_DIR: first.data_dir }, { existing: true })
  third.server.api.workers.notify()
  await third.server.api.workers.drain()
  // A lease that has not ended is respected.
  expect(await of()).toEqual(left)
  await sql`update job set leased_until = now() where id = ${job!.id} and state = 'running'`.execute(first.db)
  third.server.api.workers.notify()
  await expect.poll(async () => (await of()).state).toBe('done')
  const { data } = await ours.user.client.list('file', { search: 'taken over' })
  expect(data).toHaveLength(1)
})
