import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DiskBackend } from '#db/contents/disk.ts'
import { ContentStore } from '#db/contents/store.ts'
import { sweepContents } from '#db/contents/sweep.ts'
import { KeyRing } from '#db/keys/ring.ts'
import { openDatabase } from '#db/open.ts'
import { copyTemplate } from '../network.ts'
import { makeProcess, type ServerProcess } from '../process.ts'

/** The bench does more of them. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 2)

let server: ServerProcess
let database: Awaited<ReturnType<typeof copyTemplate>> | null = null
beforeAll(async () => {
  database = process.env.DATABASE === 'server' ? await copyTemplate() : null
  server = await makeProcess(database ? { DATABASE_URL: database.url } : {})
  await server.start()
})
afterAll(async () => {
  await server?.end('SIGKILL')
  await database?.drop()
  server?.remove()
})

it(
  'after kill -9 during uploads and jobs, rows and contents match one to one, and every job ends',
  async () => {
    const first = await server.admin()
    const { data: organisation } = await first.create('organisation', { name: 'Kept' })
    const organisation_id = organisation.id
    const kept = new Map<number, Buffer>()
    for (let round = 0; round < ROUNDS; round++) {
      const admin = await server.admin()
      const { data: session } = await admin.call('GET', 'user/token')
      const upload = async (i: number) => {
        const bytes = randomBytes(200_000 + i)
        const form = new FormData()
        form.append('organisation_id', String(organisation_id))
        form.append('file', new Blob([bytes]), `file-${round}-${i}.bin`)
        const headers = { authorization: `Bearer ${session.token}` }
        const response = await fetch(`${server.url}/api/v1/file`, { method: 'PUT', body: form, headers })
        if (response.status === 201) kept.set((await response.json()).data.id, bytes)
      }
      await upload(0)
      const ids = [...kept.keys()]
      const work = Array.from({ length: 40 }, async (_, i) => {
        if (i % 8 === 3) await admin.call('POST', 'file/zip', { ids, name: `z${round}-${i}` })
        else await upload(i + 1)
      })
      const done = Promise.allSettled(work)
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 900))
      await server.end('SIGKILL')
      await done
      await server.start()
    }
    const admin = await server.admin()
    const open = async () =>
      (await admin.list('job', { limit: 1000 })).data.filter(({ state }) => ['queued', 'running'].includes(state))
        .length
    await expect.poll(open, { timeout: 100_000 }).toBe(0)
    const { data: session } = await admin.call('GET', 'user/token')
    for (const [id, bytes] of kept) {
      const response = await fetch(`${server.url}/api/v1/file/${id}/download`, {
        method: 'POST',
        body: '{}',
        headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
      })
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    }
    await server.end('SIGTERM')

    const { db, close } = await openDatabase({ data_dir: server.data_dir, database_url: database?.url })
    const root = join(server.data_dir, 'files')
    const store = new ContentStore(
      new KeyRing({ data_dir: server.data_dir, legacy_secret: '' }),
      new DiskBackend(server.data_dir),
    )
    await sweepContents(db, store, -1000)
    const { rows } = await sql<{ key: string }>`select backend_key as key from file_content`.execute(db)
    await close()
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.map(({ name }) => name).sort()).toEqual(rows.map(({ key }) => key).sort())
  },
  ROUNDS * 120_000,
)
