import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSnapshot } from '#db/history/delta/snapshot.ts'
import { listParts } from '#db/history/parts.ts'
import { readEvents } from '#db/history/read.ts'
import { type HistoryStore, openHistory } from '#db/history/store.ts'
import { type OpenDatabase, openDatabase } from '#db/open.ts'
import { copyTemplate } from '../../network.ts'
import { copyFolder } from '../../templates.ts'
import { archiveOf, atOnce, type Fleet, makeFleet } from './days.ts'

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 2)
const days = ['2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04']
const data_dir = mkdtempSync(join(tmpdir(), 'ringfence-closing-'))
let database: Awaited<ReturnType<typeof copyTemplate>> | null = null
let child: ChildProcess | null = null

beforeAll(async () => {
  if (process.env.DATABASE === 'server') database = await copyTemplate()
  else copyFolder(data_dir)
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await database?.drop()
  rmSync(data_dir, { recursive: true, force: true })
})

it(
  'after kill -9 at any moment of closing and merging, each event is there once, in the database or in a file',
  async () => {
    const store = await openHistory({ data_dir, s3_url: null })
    const fleet = await opened(({ db }) => makeFleet(db, 'killed', 5))
    const committed = new Set<number>()
    for (let round = 0; round < ROUNDS; round++) {
      await storeAndKill(fleet, committed)
      await opened(async (open) => {
        await check(open, store, fleet, committed)
      })
    }
    await opened(async (open) => {
      await archiveOf(open.db, store).run(new Date('2027-03-12T12:00:00Z'), { policy: atOnce })
      expect(await check(open, store, fleet, committed)).toBeGreaterThan(0)
      const { parts } = await listParts(open.db, { organisation_ids: [fleet.organisation_id] })
      const files = readdirSync(join(data_dir, 'history'), { recursive: true, withFileTypes: true })
      const isDay = (entry: (typeof files)[number]) => entry.isFile() && !entry.parentPath.includes('_delta_log')
      expect(files.filter(isDay).length).toBe(parts.length)
      const log = await readSnapshot(store.backend.folder('_delta_log'))
      expect([...log.files.keys()].sort()).toEqual(parts.map(({ backend_key }) => backend_key).sort())
    })
  },
  120_000 + ROUNDS * 30_000,
)

/** Runs a process that reports and closes, and kills it at some moment. */
async function storeAndKill(fleet: Fleet, committed: Set<number>): Promise<void> {
  const settings = JSON.stringify({ data_dir, database_url: database?.url, fleet, days })
  child = spawn(process.execPath, [join(import.meta.dirname, 'closer.ts'), settings], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, errors] = ['', '']
  child.stdout!.on('data', (text) => (output += text))
  child.stderr!.on('data', (text) => (errors += text))
  const exited = once(child, 'exit')
  await expect.poll(() => output.includes('started') || errors).toBe(true)
  await sleep(300 + Math.random() * 1500)
  child.kill('SIGKILL')
  await exited
  expect(errors).toBe('')
  // What comes after the last line end may be a part of a line.
  for (const line of output.split('\n').slice(0, -1)) {
    if (line !== 'started') for (const digest of line.split(' ')) committed.add(Number(digest))
  }
}

/** @returns how many are in files */
async function check(
  { db }: Pick<OpenDatabase, 'db'>,
  store: HistoryStore,
  fleet: Fleet,
  committed: Set<number>,
): Promise<number> {
  // Time passes.
  await sql`delete from event_archive_lease`.execute(db)
  const parts = await listParts(db, { organisation_ids: [fleet.organisation_id] })
  const stored: number[] = []
  for await (const page of readEvents(store, parts, { filter: {}, order: 'id', columns: ['digest'] })) {
    for (const { digest } of page) stored.push(digest)
  }
  const in_files = stored.length
  const { rows } = await sql<{ digest: number }>`select digest from tracker_event
    where organisation_id = ${fleet.organisation_id}`.execute(db)
  for (const { digest } of rows) stored.push(digest)
  // The last transaction of the killed process may have ended only now.
  const { version } = await listParts(db, { organisation_ids: [fleet.organisation_id] })
  if (version !== parts.version) return check({ db }, store, fleet, committed)
  const unique = new Set(stored)
  expect(stored.length - unique.size).toBe(0)
  expect([...committed].filter((digest) => !unique.has(digest))).toEqual([])
  return in_files
}

/** The embedded database can be open in one process only. */
async function opened<T>(work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const open = await openDatabase({ data_dir, database_url: database?.url })
  return await work(open).finally(() => open.close())
}
