import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkToRestore, restoreBackup } from '#db/backup/restore.ts'
import { writeBackup } from '#db/backup/write.ts'
import { openStore } from '#db/contents/store.ts'
import { listParts } from '#db/history/parts.ts'
import { readEvents } from '#db/history/read.ts'
import { type HistoryStore, openHistory } from '#db/history/store.ts'
import { KeyRing } from '#db/keys/ring.ts'
import { type OpenDatabase, openDatabase } from '#db/open.ts'
import { checkFiles, forgetFile, repairFiles } from '#db/repair/history.ts'
import { copyTemplate } from '../../network.ts'
import { copyFolder } from '../../templates.ts'
import { addEvents, addLate, archiveOf, atOnce, eventsOf, type Fleet, makeFleet } from './days.ts'

const dir = mkdtempSync(join(tmpdir(), 'ringfence-damage-'))
const data_dir = join(dir, 'data')
const backup = join(dir, 'backup.tar')
let database: Awaited<ReturnType<typeof copyTemplate>> | null = null
let open: OpenDatabase
let store: HistoryStore
let fleet: Fleet
let events: string[]

beforeAll(async () => {
  if (process.env.DATABASE === 'server') database = await copyTemplate()
  else copyFolder(data_dir)
  open = await openDatabase({ data_dir, database_url: database?.url })
  store = await openHistory({ data_dir, s3_url: null })
  fleet = await makeFleet(open.db, 'damaged', 3)
  for (const day of ['2027-03-01', '2027-03-02', '2027-03-03']) await addEvents(open.db, fleet, day, 200)
  await run()
  events = await eventsOf(open.db, fleet.organisation_id, store)
  await writeTo(backup)
})
afterAll(async () => {
  await open?.close()
  await database?.drop()
  rmSync(dir, { recursive: true, force: true })
})

const run = () => archiveOf(open.db, store).run(new Date('2027-03-12T12:00:00Z'), { policy: atOnce })
const partOf = async (day: string) => {
  const { parts } = await listParts(open.db, { organisation_ids: [fleet.organisation_id], from: day, to: day })
  return parts[0]!
}
const sourceOf = async (of = data_dir) => {
  const ring = new KeyRing({
    keys: { current: 'a', keys: { a: { key: Buffer.alloc(32).toString('base64'), created_at: null } } },
    legacy_secret: '',
  })
  return {
    contents: await openStore(ring, { data_dir: of, s3_url: null }),
    history: await openHistory({ data_dir: of, s3_url: null }),
  }
}
async function writeTo(path: string): Promise<void> {
  const tar = writeBackup(open.db, { ...(await sourceOf()), secret: 's' })
  await pipeline(tar as unknown as Readable, createWriteStream(path))
}
/** Flips a bit in the middle of a file. */
async function flip(day: string): Promise<string> {
  const { backend_key } = await partOf(day)
  const path = join(data_dir, 'history', backend_key)
  const bytes = readFileSync(path)
  bytes[Math.floor(bytes.length / 2)]! ^= 8
  writeFileSync(path, bytes)
  return backend_key
}
const check = async () => {
  const { damaged } = await checkFiles(open.db, store)
  return damaged
}
const daysOf = (damaged: Awaited<ReturnType<typeof check>>) =>
  damaged.map(({ part }) => [part.organisation_id, part.day])

describe('files of history', () => {
  it('have digests from their first moment, and keep them while they wait to be removed', async () => {
    expect(await check()).toEqual([])
    const in_files = events.length - (await eventsOf(open.db, fleet.organisation_id, null)).length
    const before = await listParts(open.db, { organisation_ids: [fleet.organisation_id] })
    const { rows } = await sql<{ missing: number }>`select count(*)::int as missing from event_archive
      where block_digests is null or cells is null`.execute(open.db)
    expect(rows).toEqual([{ missing: 0 }])
    await addLate(open.db, fleet, '2027-03-01T05:00:00Z', 5)
    await archiveOf(open.db, store).run(new Date('2027-03-12T12:00:00Z'), { policy: { ...atOnce, unused_s: 3600 } })
    // A reader that has begun before the merge reads what it replaced, verified as before.
    const read = []
    for await (const page of readEvents(await openHistory({ data_dir, s3_url: null }), before, {
      filter: {},
      order: 'id',
    }))
      read.push(...page)
    const all = await eventsOf(open.db, fleet.organisation_id, store)
    expect(read).toHaveLength(in_files)
    expect(all).toHaveLength(events.length + 1)
    events = all
    await run()
  })

  it('of releases without digests get them, and are not trusted when their rows say otherwise', async () => {
    await sql`update event_archive set block_digests = null`.execute(open.db)
    await sql`update event_archive set events = events + 1 where day = '2027-03-02'`.execute(open.db)
    await expect(run()).rejects.toMatchObject({ name: 'DamagedHistory', day: '2027-03-02' })
    await sql`update event_archive set events = events - 1 where day = '2027-03-02'`.execute(open.db)
    expect(daysOf(await check())).toEqual([])
    await flip('2027-03-02')
    expect(daysOf(await check())).toEqual([[fleet.organisation_id, '2027-03-02']])
    await flip('2027-03-02')
    expect(await check()).toEqual([])
  })

  it('that are damaged are not merged: late reports stay, and other days are merged', async () => {
    const key = await flip('2027-03-02')
    await addLate(open.db, fleet, '2027-03-02T05:00:00Z', 6)
    await addLate(open.db, fleet, '2027-03-03T05:00:00Z', 7)
    await expect(run()).rejects.toMatchObject({ name: 'DamagedHistory', day: '2027-03-02', backend_key: key })
    expect((await partOf('2027-03-02')).backend_key).toBe(key)
    await flip('2027-03-02')
    expect(await run()).toMatchObject({ merged: 1 })
    expect(await eventsOf(open.db, fleet.organisation_id, store)).toHaveLength(events.length + 2)
  })
})

describe('a backup', () => {
  const whole = join(dir, 'whole.tar')

  it('is refused while a file is damaged, and repairs it with what was written', async () => {
    await writeTo(whole)
    const key = await flip('2027-03-02')
    await expect(writeTo(join(dir, 'damaged.tar'))).rejects.toMatchObject({ name: 'DamagedHistory', day: '2027-03-02' })
    const damaged = await check()
    expect(daysOf(damaged)).toEqual([[fleet.organisation_id, '2027-03-02']])
    // The first backup has other files, and one whose bytes were changed has no good one.
    expect(await repairFiles(open.db, store, damaged, createReadStream(backup))).toMatchObject([
      { part: { backend_key: key } },
    ])
    const changed = changedIn(whole, key)
    const [left] = await repairFiles(open.db, store, damaged, createReadStream(changed))
    expect(left!.error.message).toMatch(/nor are those of the backup/)
    expect(await check()).toHaveLength(1)
    expect(await repairFiles(open.db, store, damaged, createReadStream(whole))).toEqual([])
    expect(await check()).toEqual([])
    expect(await eventsOf(open.db, fleet.organisation_id, store)).toHaveLength(events.length + 2)
  })

  it('whose history was changed is not restored', async () => {
    const { backend_key } = await partOf('2027-03-02')
    const target = process.env.DATABASE === 'server' ? await copyTemplate() : null
    const to = join(dir, 'restored')
    if (!target) copyFolder(to)
    const there = await openDatabase({ data_dir: to, database_url: target?.url })
    const { contents, history } = await sourceOf(to)
    await sql`delete from user_account`.execute(there.db)
    const restore = async (path: string) => {
      const checked = await checkToRestore(createReadStream(path))
      return restoreBackup(there.db, createReadStream(path), checked, { backend: contents.backend, history })
    }
    await expect(restore(changedIn(whole, backend_key))).rejects.toThrow(
      `The backup is damaged: its part history/${backend_key} is not what was written.`,
    )
    await restore(whole)
    expect(await eventsOf(there.db, fleet.organisation_id, history)).toHaveLength(events.length + 2)
    await there.close()
    await target?.drop()
  })

  it('can be written again when a damaged file was given up, which a whole one is not', async () => {
    const { backend_key } = await partOf('2027-03-03')
    await expect(forgetFile(open.db, store, backend_key)).rejects.toThrow(/not damaged/)
    await flip('2027-03-03')
    expect((await forgetFile(open.db, store, backend_key)).events).toBeGreaterThan(0)
    await expect(forgetFile(open.db, store, backend_key)).rejects.toThrow(/No file of history/)
    await writeTo(join(dir, 'again.tar'))
    expect(await check()).toEqual([])
  })
})

/** A copy of a backup with one byte of a file changed. */
function changedIn(tar: string, key: string): string {
  const bytes = readFileSync(tar)
  const at = bytes.indexOf(key.split('/').at(-1)!, bytes.indexOf('secret'))
  expect(at).toBeGreaterThan(0)
  // Behind the headers of the entry.
  bytes[at + 4096]! ^= 1
  const path = join(dir, 'changed.tar')
  writeFileSync(path, bytes)
  return path
}
