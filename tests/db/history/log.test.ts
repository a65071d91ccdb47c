import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Backend } from '#db/contents/backend.ts'
import { Archive } from '#db/history/archive.ts'
import { DeltaLog } from '#db/history/delta/log.ts'
import { readSnapshot } from '#db/history/delta/snapshot.ts'
import { retain } from '#db/history/retain.ts'
import { type HistoryStore, openHistory } from '#db/history/store.ts'
import { type OpenDatabase, openDatabase } from '#db/open.ts'
import { startS3 } from '../../files/s3_server.ts'
import { copyTemplate } from '../../network.ts'
import { copyFolder } from '../../templates.ts'
import { addEvents, addLate, atOnce, type Fleet, makeFleet } from './days.ts'

const data_dir = mkdtempSync(join(tmpdir(), 'ringfence-log-'))
let database: Awaited<ReturnType<typeof copyTemplate>> | null = null
let open: OpenDatabase
let store: HistoryStore
let fleet: Fleet
let other: Fleet

beforeAll(async () => {
  if (process.env.DATABASE === 'server') database = await copyTemplate()
  else copyFolder(data_dir)
  open = await openDatabase({ data_dir, database_url: database?.url })
  store = await openHistory({ data_dir, s3_url: null })
  fleet = await makeFleet(open.db, 'logged', 3)
  other = await makeFleet(open.db, 'other', 1)
  for (const day of ['2027-03-01', '2027-03-02', '2027-03-03']) await addEvents(open.db, fleet, day, 20)
  await addEvents(open.db, other, '2027-03-02', 5)
})
afterAll(async () => {
  await open?.close()
  await database?.drop()
  rmSync(data_dir, { recursive: true, force: true })
})

const run = (of = store) => {
  const options = {
    db: open.db,
    store: of,
    close_days: 2,
    merge_rows: 50,
    delta: { checkpoint_every: 2, kept_ms: -60_000 },
  }
  return new Archive(options).run(new Date('2027-03-12T12:00:00Z'), { policy: atOnce })
}
const folder = join(data_dir, 'history', '_delta_log')

/** What a reader of the log finds: each file with its partition, bytes and events. */
async function logged(backend: Backend = store.backend) {
  const { files } = await readSnapshot(backend.folder('_delta_log'))
  const rows = [...files.values()].map(({ path, partitionValues: { organisation, day }, size, stats }) => ({
    path,
    organisation,
    day,
    size,
    events: JSON.parse(stats).numRecords as number,
  }))
  return rows.sort((a, b) => (a.path < b.path ? -1 : 1))
}
/** The same, as Ringfence knows it. */
async function known(backend = 'disk') {
  const { rows } = await sql`select backend_key as path, organisation_id::text as organisation, day::text as day,
    bytes as size, events from event_archive where backend = ${backend} order by backend_key collate "C"`.execute(
    open.db,
  )
  return rows
}
const expectSame = async () => expect(await logged()).toEqual(await known())

describe('the Delta Lake log', () => {
  it('names the files that count after closing, merging, deletion and retention', async () => {
    await run()
    await expectSame()
    expect((await known()).length).toBeGreaterThan(4)
    await addLate(open.db, fleet, '2027-03-02T05:00:00Z', 5)
    await run()
    await expectSame()
    await sql`delete from tracker where id = ${fleet.tracker_ids[0]!}`.execute(open.db)
    await run()
    await expectSame()
    await sql`delete from tracker where organisation_id = ${other.organisation_id}`.execute(open.db)
    await sql`delete from organisation where id = ${other.organisation_id}`.execute(open.db)
    await run()
    await expectSame()
    const before = (await known()).length
    await retain(open.db, 10, new Date('2027-03-12T12:00:00Z'))
    await run()
    await expectSame()
    expect((await known()).length).toBeLessThan(before)
    // Commits before the last checkpoint go when they are old.
    const names = readdirSync(folder)
    expect(names.filter((name) => name.endsWith('.checkpoint.parquet')).length).toBeGreaterThan(0)
    expect(names).toContain('_last_checkpoint')
    expect(names).not.toContain(`${'0'.repeat(20)}.json`)
  })

  it('is made whole by the next run after a process was killed before it wrote', async () => {
    await addLate(open.db, fleet, '2027-03-03T06:00:00Z', 6)
    class Killed extends Error {}
    const killed = await openHistory({ data_dir, s3_url: null })
    const { backend } = killed
    const of = backend.folder.bind(backend)
    backend.folder = (name) => Object.assign(of(name), { create: () => Promise.reject(new Killed()) })
    await expect(run(killed)).rejects.toThrow(Killed)
    expect(await logged()).not.toEqual(await known())
    await run()
    await expectSame()
  })

  it('is written once by several processes at a time', async () => {
    rmSync(folder, { recursive: true })
    await Promise.all([1, 2, 3].map(() => new DeltaLog(store.backend).sync(open.db)))
    await expectSame()
    expect(readdirSync(folder)).toEqual([`${'0'.repeat(20)}.json`])
  })

  it('is written again from the database when it is damaged or lost', async () => {
    writeFileSync(join(folder, `${'0'.repeat(20)}.json`), '{"add":')
    await expect(run()).rejects.toThrow(/history log writes it again/)
    await new DeltaLog(store.backend).rebuild(open.db)
    await expectSame()
    expect(await new DeltaLog(store.backend).rebuild(open.db)).toBe(0)
    rmSync(folder, { recursive: true })
    await run()
    await expectSame()
  })

  it('lies in an S3 beside its files', async () => {
    const s3 = await startS3()
    const remote = await openHistory({ data_dir, s3_url: s3.url })
    await addEvents(open.db, fleet, '2027-03-04', 5)
    await run(remote)
    expect(await logged(remote.backend)).toEqual(await known('s3'))
    expect((await known('s3')).length).toBeGreaterThan(0)
    await expectSame()
    await s3.stop()
  })
})
