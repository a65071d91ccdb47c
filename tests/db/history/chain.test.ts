import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkChain, daysOf } from '#db/history/chain/check.ts'
import { bodyOf } from '#db/history/chain/link.ts'
import { filesByDatabase, readChain, verifyFiles } from '#db/history/chain/verify.ts'
import { noteChanges } from '#db/history/changes/notes.ts'
import { retain } from '#db/history/retain.ts'
import { type HistoryStore, openHistory } from '#db/history/store.ts'
import { type OpenDatabase, openDatabase } from '#db/open.ts'
import { copyTemplate } from '../../network.ts'
import { copyFolder } from '../../templates.ts'
import { addEvents, addLate, archiveOf, atOnce, type Fleet, makeFleet } from './days.ts'

const data_dir = mkdtempSync(join(tmpdir(), 'ringfence-chain-'))
let database: Awaited<ReturnType<typeof copyTemplate>> | null = null
let open: OpenDatabase
let store: HistoryStore
let fleet: Fleet

beforeAll(async () => {
  if (process.env.DATABASE === 'server') database = await copyTemplate()
  else copyFolder(data_dir)
  open = await openDatabase({ data_dir, database_url: database?.url })
  store = await openHistory({ data_dir, s3_url: null })
  fleet = await makeFleet(open.db, 'chained', 3)
})
afterAll(async () => {
  await open?.close()
  await database?.drop()
  rmSync(data_dir, { recursive: true, force: true })
})

const run = () => archiveOf(open.db, store).run(new Date('2027-03-12T12:00:00Z'), { policy: atOnce })
/** Events of a day are partly of the next. */
const linksOf = async ({ organisation_id } = fleet) =>
  (await readChain(open.db, organisation_id)).map(bodyOf).filter(({ day }) => day !== '2027-03-03')
async function verify({ organisation_id } = fleet) {
  const links = await readChain(open.db, organisation_id)
  const found = await filesByDatabase(open.db, organisation_id)
  const problems = await verifyFiles(store, { days: daysOf(links), found, is_complete: true })
  return [...checkChain(organisation_id, links), ...problems]
}

describe('the chain of closed days', () => {
  it('gets a link with each day that is closed, late report, correction and deletion', async () => {
    const { db } = open
    const { organisation_id } = fleet
    for (const day of ['2027-03-01', '2027-03-02']) await addEvents(db, fleet, day, 20)
    await run()
    expect((await linksOf()).slice(0, 2)).toMatchObject([
      { kind: 'closed', day: '2027-03-01', change: null },
      { kind: 'closed', day: '2027-03-02' },
    ])

    await addLate(db, fleet, '2027-03-01T05:00:00Z', 77)
    // Entered by hand.
    await addLate(db, fleet, '2027-03-02T05:00:00Z', 2 ** 48 + 1)
    await run()
    expect((await linksOf()).slice(2)).toMatchObject([
      { kind: 'late', day: '2027-03-01', change: { late: 1, entered: 0 } },
      { kind: 'changed', day: '2027-03-02', change: { late: 0, entered: 1 } },
    ])

    const removed = { organisation_id, tracker_id: fleet.tracker_ids[0]!, digest: 77 }
    await db
      .transaction()
      .execute((trx) => noteChanges(trx, removed, [{ ...removed, fix_at: Date.parse('2027-03-01T05:00:00Z') * 1000 }]))
    await run()
    await sql`delete from tracker where id = ${fleet.tracker_ids[2]!}`.execute(db)
    await run()
    const links = (await linksOf()).slice(4)
    expect(links).toMatchObject([
      { kind: 'changed', day: '2027-03-01', change: { removed: 1, deleted: 0, late: 0 } },
      { kind: 'deleted', day: '2027-03-01', change: { removed: 0, late: 0 } },
      { kind: 'deleted', day: '2027-03-02' },
    ])
    expect(links[1]!.change!.deleted).toBe(links[0]!.reports - links[1]!.reports)
    // What was removed leaves the content that the day was closed with.
    expect(await verify()).toEqual([])
  })

  it('is kept by the database', async () => {
    const { db } = open
    const keeps = 'A link of the chain of closed days is never changed or deleted.'
    await expect(sql`update history_link set hash = 'x' where number = 1`.execute(db)).rejects.toThrow(keeps)
    await expect(sql`delete from history_link where number = 2`.execute(db)).rejects.toThrow(keeps)
    await expect(sql`truncate history_link`.execute(db)).rejects.toThrow(keeps)
    const other = await makeFleet(db, 'unchained', 1)
    await addEvents(db, other, '2027-03-06', 1)
    await run()
    expect(await linksOf(other)).toHaveLength(1)
    await sql`delete from tracker where organisation_id = ${other.organisation_id}`.execute(db)
    await sql`delete from organisation where id = ${other.organisation_id}`.execute(db)
    expect(await linksOf(other)).toEqual([])
  })

  it('takes days of before in, once their files have been read', async () => {
    const { db } = open
    const old = await makeFleet(db, 'older', 2)
    for (const day of ['2027-03-04', '2027-03-05']) await addEvents(db, old, day, 9)
    await run()
    const [first, second] = await linksOf(old)
    await sql`alter table history_link disable trigger user`.execute(db)
    await sql`delete from history_link where organisation_id = ${old.organisation_id}`.execute(db)
    await sql`alter table history_link enable trigger user`.execute(db)
    expect((await verify(old)).map(({ problem }) => problem)).toContain('not_in_chain')
    await sql`update event_archive set sha256 = null, contents = null, cells = null
      where organisation_id = ${old.organisation_id}`.execute(db)
    expect(new Set((await verify(old)).map(({ problem }) => problem))).toEqual(new Set(['waiting']))
    // A late report comes before the files are read.
    await addLate(db, old, '2027-03-05T05:00:00Z', 5)
    await run()
    const links = (await linksOf(old)).slice(0, 2).sort((a, b) => a.day!.localeCompare(b.day!))
    expect(links[0]).toMatchObject({ kind: 'adopted', content: first!.content, files: first!.files })
    expect(links[1]).toMatchObject({ kind: 'adopted', reports: second!.reports + 1 })
    expect(await verify(old)).toEqual([])
  })

  it('tells a changed byte in a file that is read by its row, and what retention removed', async () => {
    const { db } = open
    const { organisation_id } = fleet
    const folder = join(data_dir, 'history', `organisation=${organisation_id}`, 'day=2027-03-02')
    const { files } = daysOf(await readChain(db, organisation_id)).get('2027-03-02')!
    expect(readdirSync(folder)).toContain(files[0]!.name)
    const path = join(folder, files[0]!.name)
    const intact = readFileSync(path)
    const bytes = Buffer.from(intact)
    bytes[bytes.length >> 1]! ^= 1
    writeFileSync(path, bytes)
    expect(await verify()).toMatchObject([
      { day: '2027-03-02', problem: expect.stringMatching(/^(content|bytes)_changed$/) },
    ])
    writeFileSync(path, intact)
    await retain(db, 30, new Date('2027-04-01T12:00:00Z'))
    expect((await linksOf()).at(-1)).toMatchObject({ kind: 'retention', day: null, note: { before: '2027-03-02' } })
    expect(await verify()).toEqual([])
    await sql`delete from event_archive where organisation_id = ${organisation_id} and day = '2027-03-02'`.execute(db)
    expect(await verify()).toMatchObject([{ day: '2027-03-02', problem: 'day_removed' }])
  })
})
