import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeBackup } from '#db/backup/write.ts'
import { continueEventsInFiles } from '#db/ids/in_files.ts'
import { claimInstallation } from '#db/ids/installation.ts'
import { renumberEvents } from '#db/ids/renumber.ts'
import { listSequences, readLastIds } from '#db/ids/sequences.ts'
import { runRestore } from '../../scripts/backup.ts'
import { readConfig } from '../../scripts/server/config.ts'
import { connectDevice, copyTemplate, type Device, type Network, startNetwork, startTracker } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { addEvents, addLate, archiveOf, atOnce, eventsOf } from './history/days.ts'

let network: Network
let ours: Organisation
let ute: Device
const dir = mkdtempSync(join(tmpdir(), 'ringfence-ids-'))
beforeAll(async () => {
  network = await startNetwork({ HISTORY_CLOSE_DAYS: '0' })
  ours = await makeOrganisation(network, 'ours')
  ute = await startTracker(network, 'ute', { organisation_id: ours.id })
  await ute.report({ lat: -36.85, lon: 174.75 })
  // The highest ids are in a file.
  await addEvents(network.db, fleet(), '2027-03-01', 60)
  await close(network)
})
afterAll(async () => {
  await ute?.stop()
  await network?.stop()
  rmSync(dir, { recursive: true, force: true })
})

const fleet = () => ({ organisation_id: ours.id, tracker_ids: [ute.id] })
const close = ({ db, server }: Network) =>
  archiveOf(db, server.history).run(new Date('2027-03-12T12:00:00Z'), { policy: atOnce })
const idsIn = async ({ db, server }: Network) =>
  (await eventsOf(db, ours.id, server.history)).map((row) => Number(/\d+/.exec(row)![0]))
const beginAgain = () => sql`alter sequence tracker_event_id_seq restart with 1`.execute(network.db)

it('every sequence belongs to a column, from which a restore continues it', async () => {
  const { rows } = await sql<{ name: string }>`select sequencename as name from pg_sequences
    where schemaname = current_schema() order by 1`.execute(network.db)
  const found = await listSequences(network.db)
  expect(found.map(({ name }) => name)).toEqual(rows.map(({ name }) => name))
  expect(found.find(({ table }) => table === 'tracker_event')?.column).toBe('id')
  const { rows: owned } = await sql`select pg_get_serial_sequence('tracker_event', 'id') as name`.execute(network.db)
  expect(owned).toEqual([{ name: 'public.tracker_event_id_seq' }])
})

/** Every list of the tracker's events, whichever tier they are in, has each event once. */
async function compareLists(there: Network): Promise<void> {
  const ids = await idsIn(there)
  expect(new Set(ids).size).toBe(ids.length)
  for (const sort of ['id', '-id', 'fix_at', '-fix_at', 'received', '-received'] as const) {
    const found: number[] = []
    for (let after: string | undefined; ; ) {
      const query = { tracker_id: ute.id, sort, limit: 50, ...(after && { after }) }
      const { data, info } = await there.admin.call('GET', 'trackerevents', query)
      found.push(...data.map(({ id }: { id: number }) => id))
      after = info?.next
      if (!after) break
    }
    expect(found.toSorted((a, b) => a - b)).toEqual(ids)
    if (sort.endsWith('id')) expect(found).toEqual(sort === 'id' ? ids : ids.toReversed())
  }
  const headers = { authorization: `Bearer ${there.token}` }
  const csv = await fetch(`${there.url}/api/v1/trackerevents?format=csv&tracker_id=${ute.id}&sort=id`, { headers })
  const lines = (await csv.text()).trim().split(/\r?\n/).slice(1)
  expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(ids)
  for (const id of [ids[0]!, ids.at(-2)!, ids.at(-1)!]) {
    const { data } = await there.admin.call('GET', 'trackerevent', { id })
    expect([data.id, data.tracker_id]).toEqual([id, ute.id])
  }
}

it('reports after a restore have new ids, in the table, in files, and above those of deleted rows', async () => {
  const file = join(dir, 'backup.tar')
  const { id: deleted } = (await network.admin.create('tracker', { number: 'deleted' })).data
  await network.admin.remove('tracker', deleted)
  const { db, server } = network
  const source = { contents: server.contents, history: server.history, secret: 'x'.repeat(40) }
  await pipeline(writeBackup(db, source) as unknown as Readable, createWriteStream(file))
  const before = await idsIn(network)
  const last_ids = await readLastIds(db)

  const target = server.database.kind === 'server' ? await copyTemplate('template1') : null
  const there = { DATA_DIR: join(dir, 'restored'), DATABASE_URL: target?.url ?? '', HISTORY_CLOSE_DAYS: '0' }
  await runRestore(file, readConfig(there))
  const restored = await startNetwork(there, { existing: true })
  try {
    const continued = await readLastIds(restored.db)
    for (const [name, last] of Object.entries(last_ids)) expect(continued[name], name).toBeGreaterThanOrEqual(last)
    const client = await connectDevice(restored, 'ute', ute.token)
    const report = (position: object) =>
      client.publishAsync('trackers/ute/position', JSON.stringify(position), { qos: 1 })
    for (let i = 0; i < 5; i++) await report({ lat: -36.8 - i / 100, lon: 174.7 })
    for (let i = 0; i < 5; i++) await report({ lat: -36.8, lon: 174.7, ts: `2027-03-01T0${i}:00:00.5Z` })
    await client.endAsync()
    const after = await idsIn(restored)
    expect(after).toHaveLength(before.length + 10)
    expect(Math.min(...after.slice(before.length))).toBeGreaterThan(Math.max(...before))
    await compareLists(restored)
    await close(restored)
    expect(await idsIn(restored)).toEqual(after)
    await compareLists(restored)
    expect((await restored.admin.create('tracker', { number: 'next' })).data.id).toBeGreaterThan(deleted)
  } finally {
    await restored.stop()
    await target?.drop()
  }
})

it('a start continues ids that an earlier release let begin again, within the range of the installation', async () => {
  const { db, server } = network
  const highest = Math.max(...(await idsIn(network)))
  await beginAgain()
  await claimInstallation(db, 0)
  expect((await readLastIds(db)).tracker_event_id_seq).toBe(highest + 1)
  // An organisation that came from installation 5: a file has ids of both ranges, and does not say the highest of ours.
  await addLate(db, fleet(), '2027-03-01T09:00:00Z', 1)
  await addLate(db, fleet(), '2027-03-01T09:00:01Z', 2)
  const [ours_last, foreign] = [highest + 1000, 5 * 2 ** 40 + 7]
  await sql`update tracker_event set id = case digest when 1 then ${ours_last}::bigint else ${foreign}::bigint end
    where digest in (1, 2)`.execute(db)
  await close(network)
  await beginAgain()
  await claimInstallation(db, 0)
  await db.transaction().execute((trx) => continueEventsInFiles(trx, server.history))
  expect((await readLastIds(db)).tracker_event_id_seq).toBe(ours_last + 1)
  // Ids that are given out and not stored yet are not given out again.
  await sql`select nextval('tracker_event_id_seq') from generate_series(1, 50)`.execute(db)
  await claimInstallation(db, 0)
  expect((await readLastIds(db)).tracker_event_id_seq).toBe(ours_last + 50)
})

it('gives doubled ids of both tiers new ones, with all that refers to them, and continues where it was stopped', async () => {
  const { db, server } = network
  const { history } = server
  const all = await idsIn(network)
  // As after a restore of an earlier release: the next events have the ids of the first ones.
  await sql`alter sequence tracker_event_id_seq restart with ${sql.lit(Math.min(...all))}`.execute(db)
  await addEvents(db, fleet(), '2027-03-02', 30)
  await close(network)
  const { rows: states } = await sql<{ id: number }>`select event_id as id from tracker_state
    where tracker_id = ${ute.id}`.execute(db)
  await sql`alter sequence tracker_event_id_seq restart with ${sql.lit(states[0]!.id)}`.execute(db)
  await network.admin.create('boundary', { organisation_id: ours.id, name: 'Far', geometry: far })
  await ute.report({ lat: -36.85, lon: 174.76, alarm: 'sos' })
  await expect.poll(() => alertsOf()).toHaveLength(1)
  const [alert] = await alertsOf()
  // Not always the first: one that met the new boundary's evaluation is stored with the next.
  expect(all).toContain(alert!.event_id)
  await claimInstallation(db, 0)
  const before = await eventsOf(db, ours.id, history)
  const doubled = new Set((await idsIn(network)).filter((id, i, ids) => ids.indexOf(id) !== i)).size
  expect(doubled).toBeGreaterThan(10)

  expect(await renumberEvents(db, history, { is_dry: true })).toMatchObject({ ids: doubled, in_table: 0, in_files: 0 })
  expect(await eventsOf(db, ours.id, history)).toEqual(before)
  const stops = (text: string) => {
    if (text.includes('new ids')) throw new Error('stopped here')
  }
  await expect(renumberEvents(db, history, { on_progress: stops, most: 3 })).rejects.toThrow('stopped here')
  const { ids, in_table, in_files, files } = await renumberEvents(db, history, { chunks: 1, most: 7 })
  expect([ids + 3 > doubled - 4, in_table + in_files > 0, files > 0]).toEqual([true, true, true])
  expect(await renumberEvents(db, history)).toMatchObject({ ids: 0 })

  const withoutId = (rows: string[]) => rows.map((row) => row.replace(/\d+/, '')).sort()
  expect(withoutId(await eventsOf(db, ours.id, history))).toEqual(withoutId(before))
  const [moved] = await alertsOf()
  expect(moved!.event_id).toBeGreaterThan(Math.max(...all.filter((id) => id < 2 ** 40)))
  const { data: event } = await network.admin.call('GET', 'trackerevent', { id: moved!.event_id! })
  expect(event.alarm).toBe('sos')
  const { rows: after } = await sql<{ id: number }>`select event_id as id from tracker_state
    where tracker_id = ${ute.id}`.execute(db)
  expect(after[0]!.id).toBe(moved!.event_id)
  await compareLists(network)
})

const alertsOf = () => network.db.selectFrom('alert').select(['id', 'event_id']).where('kind', '=', 'alarm').execute()
const far = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [170, -45],
      [171, -45],
      [171, -44],
      [170, -44],
      [170, -45],
    ],
  ],
}
