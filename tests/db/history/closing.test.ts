import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openS3 } from '#db/contents/s3.ts'
import { listParts } from '#db/history/parts.ts'
import { retain } from '#db/history/retain.ts'
import { HistoryStore, openHistory } from '#db/history/store.ts'
import { listPartitions, makePartitions } from '#db/partitions.ts'
import { readItems } from '#gateway/forwards/store.ts'
import { Upkeep } from '#gateway/upkeep.ts'
import { startS3 } from '../../files/s3_server.ts'
import { type Network, startNetwork } from '../../network.ts'
import { addEvents, addLate, archiveOf, atOnce, eventsOf, makeFleet } from './days.ts'

let network: Network
let store: HistoryStore
beforeAll(async () => {
  network = await startNetwork({ HISTORY_CLOSE_DAYS: '0' })
  store = await openHistory({ data_dir: network.data_dir, s3_url: null })
})
afterAll(() => network.stop())

const later = new Date('2027-03-12T12:00:00Z')
const run = (now = later) => archiveOf(network.db, store).run(now, { policy: atOnce })
const files = () =>
  readdirSync(join(network.data_dir, 'history'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes('_delta_log'),
  )
const partsOf = async (organisation_id: number) =>
  (await listParts(network.db, { organisation_ids: [organisation_id] })).parts

describe('a day', () => {
  it('is closed some days after its end: its events are in files, exactly as they were', async () => {
    const { db } = network
    const fleet = await makeFleet(db, 'close', 5)
    const other = await makeFleet(db, 'close-other', 1)
    for (const day of ['2027-03-01', '2027-03-02', '2027-03-10']) await addEvents(db, fleet, day, 40)
    await addEvents(db, other, '2027-03-01', 3)
    const [before, before_other] = [
      await eventsOf(db, fleet.organisation_id, null),
      await eventsOf(db, other.organisation_id, null),
    ]
    expect(before.length).toBe(600)

    const report = await run()
    expect(report?.closed.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['tracker_event_y2027m03d01', 'tracker_event_y2027m03d02']),
    )
    expect(await eventsOf(db, fleet.organisation_id, store)).toEqual(before)
    expect(await eventsOf(db, other.organisation_id, store)).toEqual(before_other)
    // One day is not over for long enough; some events of the second day have the time of the third.
    const hot = await eventsOf(db, fleet.organisation_id, null)
    expect(hot.length).toBeGreaterThan(0)
    expect(hot.every((row) => /2027-03-1[01]/.test(row))).toBe(true)
    expect(report?.dropped).toContain('tracker_event_y2027m03d01')
    expect(await run()).toMatchObject({ closed: [], merged: 0, rewritten: 0, dropped: [], removed: 0 })
  })

  it('without events has no files', async () => {
    await makePartitions(network.db, new Date('2027-02-02T00:00:00Z'))
    const count = files().length
    const report = await run()
    expect(report?.closed).toEqual(expect.arrayContaining([{ name: 'tracker_event_y2027m02d03', events: 0 }]))
    expect(files()).toHaveLength(count)
  })

  it('takes late reports in, once each', async () => {
    const { db } = network
    const fleet = await makeFleet(db, 'late', 3)
    await addEvents(db, fleet, '2027-02-20', 30)
    await run()
    const closed = await eventsOf(db, fleet.organisation_id, store)
    await addLate(db, fleet, '2027-02-20T05:00:00.123456Z', 77)
    await addLate(db, fleet, '2027-02-20T05:00:00.123456Z', 78)
    const all = await eventsOf(db, fleet.organisation_id, store)
    expect(all).toHaveLength(closed.length + 2)
    expect(await run()).toMatchObject({ merged: 2 })
    expect(await eventsOf(db, fleet.organisation_id, store)).toEqual(all)
    // A device repeats its log: the same report again.
    await addLate(db, fleet, '2027-02-20T05:00:00.123456Z', 78)
    expect(await run()).toMatchObject({ merged: 1 })
    expect(await eventsOf(db, fleet.organisation_id, store)).toEqual(all)
    expect((await partsOf(fleet.organisation_id)).filter(({ day }) => day === '2027-02-20')).toHaveLength(1)
  })

  it('takes more late reports than fit into one transaction in steps', async () => {
    const { db } = network
    const fleet = await makeFleet(db, 'backlog', 2)
    await addEvents(db, fleet, '2027-02-22', 2)
    await run()
    for (let i = 0; i < 120; i++) await addLate(db, fleet, `2027-02-22T06:00:00.${100 + i}Z`, i)
    const all = await eventsOf(db, fleet.organisation_id, store)
    const merged = []
    for (let i = 0; i < 4; i++) merged.push((await run())?.merged)
    expect(merged).toEqual([50, 50, 20, 0])
    expect(await eventsOf(db, fleet.organisation_id, store)).toEqual(all)
  })

  it('leaves days of wrong clocks where they are', async () => {
    const { db } = network
    const fleet = await makeFleet(db, 'clock', 1)
    await addLate(db, fleet, '1999-01-01T00:00:00Z', 1)
    await addLate(db, fleet, '2026-06-01T00:00:00Z', 2)
    expect(await run()).toMatchObject({ merged: 0 })
    expect(await eventsOf(db, fleet.organisation_id, null)).toHaveLength(2)
  })

  it('keeps what arrives while it is being closed', async () => {
    const { db } = network
    const fleet = await makeFleet(db, 'busy', 4)
    await addEvents(db, fleet, '2027-02-25', 50)
    const late: Promise<void>[] = []
    /** It is asked for a key when the first file begins: the partition is being closed then. */
    class Interfering extends HistoryStore {
      override newKey(name: { organisation_id: number; day: string }) {
        if (name.organisation_id === fleet.organisation_id && name.day === '2027-02-25') late.push(arrive())
        return super.newKey(name)
      }
    }
    const interfering = new Interfering(store.backend)
    const arrive = () => addLate(db, fleet, '2027-02-25T01:00:00Z', 5)
    const before = await eventsOf(db, fleet.organisation_id, null)
    const report = await archiveOf(db, interfering).run(later, {
      policy: { ...atOnce, least_rows: 1000, pause_s: 3600 },
    })
    await Promise.all(late)
    expect(report?.closed).toContainEqual({ name: 'tracker_event_y2027m02d25', events: expect.any(Number) })
    const hot = await eventsOf(db, fleet.organisation_id, null)
    expect(hot.filter((row) => row.includes('late'))).toHaveLength(1)
    expect(await eventsOf(db, fleet.organisation_id, store)).toHaveLength(before.length + 1)
    await run()
    expect((await eventsOf(db, fleet.organisation_id, null)).filter((row) => row.includes('late'))).toEqual([])
    expect(await eventsOf(db, fleet.organisation_id, store)).toHaveLength(before.length + 1)
    expect((await listPartitions(db)).map(({ name }) => name)).not.toContain('tracker_event_y2027m02d25')
  })

  it('is closed by one of several processes', async () => {
    const { db } = network
    const fleet = await makeFleet(db, 'several', 2)
    await addEvents(db, fleet, '2027-02-15', 30)
    const before = await eventsOf(db, fleet.organisation_id, null)
    const reports = await Promise.all([run(), run(), run()])
    expect(reports.filter((report) => report !== null)).toHaveLength(1)
    expect(await eventsOf(db, fleet.organisation_id, store)).toEqual(before)
  })

  it('does not wait for reports that are still to be forwarded: they are read from the file', async () => {
    const { db } = network
    const fleet = await makeFleet(db, 'forward', 1)
    await addEvents(db, fleet, '2027-01-15', 3)
    await sql`insert into report_forward (organisation_id, name, host, port) values (${fleet.organisation_id}, 'x', 'h', 1)`.execute(
      db,
    )
    await sql`insert into report_forward_item (report_forward_id, organisation_id, tracker_id, event_id, fix_at)
      select f.id, e.organisation_id, e.tracker_id, e.id, e.fix_at from tracker_event e
      join report_forward f using (organisation_id) where fix_at < '2027-01-16' limit 1`.execute(db)
    const { organisation_id } = fleet
    const { id } = await db
      .selectFrom('report_forward')
      .select('id')
      .where('organisation_id', '=', organisation_id)
      .executeTakeFirstOrThrow()
    const read = () =>
      readItems(db, { id, organisation_id } as Parameters<typeof readItems>[1], fleet.tracker_ids[0]!, 10)
    const before = await read()
    expect(before).toMatchObject([{ stored: true }])
    await run()
    expect((await partsOf(organisation_id)).map(({ day }) => day)).toContain('2027-01-15')
    expect(await read()).toEqual(before)
    await sql`delete from report_forward_item`.execute(db)
  })

  it('is closed to an S3, and waits while that is away', async () => {
    const { db } = network
    const fleet = await makeFleet(db, 's3', 2)
    await addEvents(db, fleet, '2027-01-25', 30)
    const before = await eventsOf(db, fleet.organisation_id, null)
    const s3 = await startS3()
    const { data_dir } = network
    const away = await openHistory({ data_dir, s3_url: s3.url.replace(/:\d+\/bucket/, ':1/bucket') })
    await expect(archiveOf(db, away).run(later, { policy: atOnce })).rejects.toThrow()
    expect(await eventsOf(db, fleet.organisation_id, null)).toEqual(before)
    const remote = await openHistory({ data_dir, s3_url: s3.url })
    await archiveOf(db, remote).run(later, { policy: atOnce })
    expect(await eventsOf(db, fleet.organisation_id, null)).toEqual([])
    expect(await eventsOf(db, fleet.organisation_id, remote)).toEqual(before)
    const keys = (await partsOf(fleet.organisation_id)).map((part) => `bucket/some/prefix/history/${part.backend_key}`)
    expect(keys.every((key) => s3.objects.has(key))).toBe(true)
    // Contents of files lie beside it: they are not taken for each other when what no row names is removed.
    const contents = await openS3(s3.url)
    const listed = []
    for await (const key of contents.list(new Date(Date.now() + 60_000))) listed.push(key)
    expect(listed).toEqual([])
    // The other tests have no S3.
    await sql`delete from event_archive where backend = 's3'`.execute(db)
    await sql`delete from event_archive_unused where backend = 's3'`.execute(db)
    await s3.stop()
  })

  it('stays as it is when its files cannot be written, and is closed later', async () => {
    const { db } = network
    const fleet = await makeFleet(db, 'full', 2)
    await addEvents(db, fleet, '2027-01-20', 30)
    const before = await eventsOf(db, fleet.organisation_id, null)
    const full = await openHistory({ data_dir: join(network.data_dir, 'full'), s3_url: null })
    // A file where a folder has to be.
    writeFileSync(join(network.data_dir, 'full'), '')
    await expect(archiveOf(db, full).run(later, { policy: atOnce })).rejects.toThrow(/ENOTDIR|EEXIST/)
    expect(await eventsOf(db, fleet.organisation_id, null)).toEqual(before)
    await run()
    expect(await eventsOf(db, fleet.organisation_id, store)).toEqual(before)
  })
})

describe('files of closed days', () => {
  it('lose the events of a deleted tracker, which are not read in the meantime', async () => {
    const { db } = network
    const fleet = await makeFleet(db, 'gone', 3)
    await addEvents(db, fleet, '2027-02-10', 20)
    await run()
    const [gone, ...stay] = fleet.tracker_ids
    const version = (await listParts(db, { organisation_ids: [fleet.organisation_id] })).version
    const key = (await partsOf(fleet.organisation_id))[0]!.backend_key
    const ofTracker = (row: string) => row.split(',')[2] === String(gone)
    expect((await eventsOf(db, fleet.organisation_id, store)).some(ofTracker)).toBe(true)
    await sql`delete from tracker_event where tracker_id = ${gone!}`.execute(db)
    await sql`delete from tracker where id = ${gone!}`.execute(db)
    expect((await eventsOf(db, fleet.organisation_id, store)).some(ofTracker)).toBe(false)
    expect((await listParts(db, { organisation_ids: [fleet.organisation_id] })).version).toBeGreaterThan(version)
    expect((await run())?.rewritten).toBeGreaterThan(0)
    const { removed, parts } = await listParts(db, { organisation_ids: [fleet.organisation_id] })
    expect(removed.size).toBe(0)
    expect(parts.every((part) => part.first_tracker_id >= stay[0]!)).toBe(true)
    expect(files().some((file) => key.endsWith(file.name))).toBe(false)
  })

  it('go with their last tracker and with their organisation', async () => {
    const { db } = network
    const [one, two] = [await makeFleet(db, 'last', 1), await makeFleet(db, 'organisation', 1)]
    for (const fleet of [one, two]) await addEvents(db, fleet, '2027-02-11', 5)
    await run()
    const keys = [...(await partsOf(one.organisation_id)), ...(await partsOf(two.organisation_id))].map(
      (part) => part.backend_key,
    )
    expect(keys.length).toBeGreaterThan(1)
    await sql`delete from tracker_event where organisation_id = any(${[one.organisation_id, two.organisation_id]})`.execute(
      db,
    )
    await sql`delete from tracker where organisation_id = any(${[one.organisation_id, two.organisation_id]})`.execute(
      db,
    )
    await sql`delete from organisation where id = ${two.organisation_id}`.execute(db)
    await run()
    await run()
    expect(await partsOf(one.organisation_id)).toEqual([])
    const left = new Set(files().map((file) => file.name))
    expect(keys.filter((key) => left.has(key.split('/').at(-1)!))).toEqual([])
    expect(readdirSync(join(network.data_dir, 'history'))).not.toContain(`organisation=${two.organisation_id}`)
  })

  it('end with retention', async () => {
    const { db } = network
    const fleet = await makeFleet(db, 'retained', 1)
    await addEvents(db, fleet, '2027-01-05', 5)
    await addEvents(db, fleet, '2027-02-12', 5)
    await run()
    expect((await retain(db, 30, new Date('2027-03-01T12:00:00Z'))).files).toBeGreaterThan(0)
    const days = (await partsOf(fleet.organisation_id)).map(({ day }) => day)
    expect(days.every((day) => day >= '2027-01-30')).toBe(true)
    expect(days).toContain('2027-02-12')
    // What is dropped is logged: how much, and which days.
    await addEvents(db, fleet, '2026-01-05', 6)
    await run()
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
    await new Upkeep({ db, log, retain_days: 200, on_alerts() {} }).daily()
    const [line] = lines.filter((one) => one.includes('old events dropped'))
    const { files: count, file_events, file_days } = JSON.parse(line!)
    expect([count, file_days]).toEqual([file_days.length, expect.arrayContaining(['2026-01-05'])])
    expect(file_events).toBeGreaterThan(0)
  })

  it('without a row are removed, and nothing else', async () => {
    const stray = join(network.data_dir, 'history', store.newKey({ organisation_id: 1, day: '2027-02-12' }))
    const { mkdirSync } = await import('node:fs')
    mkdirSync(dirname(stray), { recursive: true })
    writeFileSync(stray, 'left by a killed process')
    writeFileSync(join(network.data_dir, 'history', 'notes.txt'), 'of an administrator')
    await run()
    const names = files().map((file) => file.name)
    expect(names).not.toContain(stray.split('/').at(-1))
    expect(names).toContain('notes.txt')
    expect(names.length).toBeGreaterThan(3)
  })
})
