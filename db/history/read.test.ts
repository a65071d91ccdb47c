import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChangedEvents } from './changes/events.ts'
import { DamagedHistory } from './errors.ts'
import { type ArchivedEvent, compareEvents } from './event.ts'
import type { EventFilter } from './filter.ts'
import type { Part } from './parts.ts'
import { countEvents, readEvents } from './read.ts'
import { scanEvents } from './scan.ts'
import { openHistory } from './store.ts'
import { FileWriter, type WrittenFile } from './write.ts'

const DAY = 86_400_000_000
const first_day = Date.UTC(2026, 10, 20) * 1000
const data_dir = mkdtempSync(join(tmpdir(), 'history-'))
const all: (ArchivedEvent & { organisation_id: number })[] = []
const parts: Part[] = []
let store: Awaited<ReturnType<typeof openHistory>>

beforeAll(async () => {
  store = await openHistory({ data_dir, s3_url: null, decoded_bytes: 500_000 })
  const writer = new FileWriter(store)
  for (const organisation_id of [1, 2]) {
    for (let day = 0; day < 3; day++) {
      const name = { organisation_id, day: new Date((first_day + day * DAY) / 1000).toISOString().slice(0, 10) }
      const events = eventsOf(organisation_id, day, organisation_id === 1 ? 6000 : 300).sort(compareEvents)
      all.push(...events.map((event) => ({ organisation_id, ...event })))
      await writer.begin(name)
      for (let at = 0; at < events.length; at += 999) await writer.add(events.slice(at, at + 999))
      parts.push(partOf(await writer.finish()))
    }
  }
  await writer.close()
  const notes = all.filter((_, i) => i % 700 === 5).map((event) => ({ ...event, version: 1 }))
  for (const { id } of notes) changed_ids.add(id)
  changed = new ChangedEvents(notes)
})
afterAll(() => rmSync(data_dir, { recursive: true }))

function eventsOf(organisation_id: number, day: number, count: number): ArchivedEvent[] {
  return Array.from({ length: count }, (_, i) => {
    const tracker_id = organisation_id * 100 + randomInt(7)
    // Some have the same time as others.
    const fix_at = first_day + day * DAY + (randomInt(4) ? randomInt(86_400) * 1_000_000 + randomInt(1_000_000) : 5)
    const valid = randomInt(10) > 0
    return {
      id: day * 1_000_000 + i * 2 + organisation_id,
      tracker_id,
      fix_at,
      received: fix_at + randomInt(10_000_000),
      valid,
      digest: randomInt(2 ** 47) * 2 + 1,
      event: randomInt(50) ? 'position' : 'Ignition Ö',
      alarm: randomInt(500) ? null : 'sos',
      ...(valid ? { longitude: 174 + randomInt(1e9) / 1e9, latitude: -0 } : { longitude: null, latitude: null }),
      altitude: Math.fround(randomInt(1e6) / 7),
      heading: null,
      speed: Math.fround(0.1),
      accuracy: null,
      late: false,
      repeated: randomInt(9) === 0,
      outside_boundary: [null, false, false, true][randomInt(4)]!,
      boundary_id: randomInt(2) ? 2 ** 53 - 1 : null,
      attributes: randomInt(3) ? `{"a": 12345678901234567890, "b": "ü${i}"}` : null,
    }
  })
}

const filters: [string, EventFilter][] = [
  ['all', {}],
  ['one tracker', { tracker_ids: new Set([102]) }],
  ['trackers of both organisations', { tracker_ids: new Set([101, 104, 203]) }],
  ['no tracker', { tracker_ids: new Set() }],
  ['a span', { from: first_day + DAY / 2 + 17, to: first_day + 1.5 * DAY }],
  ['a moment', { from: first_day + DAY + 5, to: first_day + DAY + 5 }],
  ['outside', { outside_boundary: true }],
  ['not repeated, valid', { repeated: false, valid: true }],
  ['late', { late: true }],
  ['event', { event: 'position', alarm: 'sos' }],
  ['search', { search: 'NITION ö' }],
  ['an id', { id: 1_000_001 }],
]

const orders = [
  ['fix_at', false],
  ['fix_at', true],
  ['id', false],
  ['id', true],
] as const

const removed = new Set([103])
/** Corrected or removed. */
let changed: ChangedEvents
const changed_ids = new Set<number>()
const matches = (f: EventFilter) => (e: (typeof all)[number]) =>
  !removed.has(e.tracker_id) &&
  !changed_ids.has(e.id) &&
  (f.tracker_ids?.has(e.tracker_id) ?? true) &&
  (f.id ?? e.id) === e.id &&
  e.fix_at >= (f.from ?? 0) &&
  e.fix_at <= (f.to ?? Infinity) &&
  (f.outside_boundary ?? e.outside_boundary) === e.outside_boundary &&
  (f.repeated ?? e.repeated) === e.repeated &&
  (f.valid ?? e.valid) === e.valid &&
  (f.late ?? e.late) === e.late &&
  (f.event ?? e.event) === e.event &&
  (f.alarm ?? e.alarm) === e.alarm &&
  e.event.toLowerCase().includes((f.search ?? '').toLowerCase())

describe.each(filters)('events of closed days: %s', (_, filter) => {
  it.each(orders)('are read in the order of %s, descending: %s', async (order, descending) => {
    const sign = descending ? -1 : 1
    const expected = all
      .filter(matches(filter))
      .sort((a, b) => sign * (order === 'id' ? a.id - b.id : a.fix_at - b.fix_at || a.id - b.id))
    const query = { filter, order, descending, window_rows: 700 }
    expect(await readAll(query)).toEqual(expected)
    expect(await readAll({ ...query, limit: 50 })).toEqual(expected.slice(0, 50))
    const after = expected[Math.floor(expected.length / 2)]
    if (after) {
      expect(await readAll({ ...query, after, limit: 7 })).toEqual(
        expected.slice(expected.indexOf(after) + 1).slice(0, 7),
      )
    }
  })

  it.each([0, 64_000_000])('are scanned, with %s bytes for columns that are decoded ahead', async (decoded_bytes) => {
    const other = await openHistory({ data_dir, s3_url: null, decoded_bytes })
    const found = await scanAll(other, parts, { removed, changed, filter })
    // The files are in the order of the parts, each sorted by tracker and time.
    const expected = all.filter(matches(filter)).map(({ id, fix_at, latitude }) => [id, fix_at, latitude])
    expect(found).toEqual(expected)
  })

  it('are counted', async () => {
    expect(await countEvents(store, { parts, removed, changed }, { filter })).toBe(all.filter(matches(filter)).length)
  })
})

describe('a file of a closed day', () => {
  it('gives the columns that are asked for, with key and organisation', async () => {
    const [row] = await readAll({ filter: {}, order: 'id', descending: false, limit: 1, columns: ['speed'] })
    expect(Object.keys(row!).sort()).toEqual(['fix_at', 'id', 'organisation_id', 'speed'])
  })

  it('is not read on for a caller who has left', async () => {
    const signal = AbortSignal.abort()
    await expect(readAll({ filter: {}, order: 'id', signal })).rejects.toThrow(/waits/)
  })

  it('names the day when it is cut off or missing', async () => {
    const part = parts.at(-1)!
    const other = await openHistory({ data_dir, s3_url: null })
    truncateSync(join(data_dir, 'history', part.backend_key), 4000)
    const error = await read(other, [part]).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(DamagedHistory)
    expect(error).toMatchObject({ organisation_id: 2, day: '2026-11-22' })
    const ahead = await openHistory({ data_dir, s3_url: null, decoded_bytes: 64_000_000 })
    await expect(scanAll(ahead, [parts[0]!, part])).rejects.toThrow(/2026-11-22/)
    rmSync(join(data_dir, 'history', part.backend_key))
    await expect(read(other, [part])).rejects.toThrow(/2026-11-22/)
    expect(await read(other, [parts[0]!])).toHaveLength(6000)
  })
})

const partOf = (file: WrittenFile): Part => ({ ...file, part: 0, loadDigests: async () => file.block_digests })

async function read(from: typeof store, some: Part[]) {
  const rows = []
  for await (const page of readEvents(
    from,
    { parts: some, removed: new Set(), changed: new ChangedEvents() },
    { filter: {}, order: 'id' },
  ))
    rows.push(...page)
  return rows
}

async function scanAll(from: typeof store, some: Part[], { filter = {}, ...left_out }: Partial<ScanQuery> = {}) {
  const readable = { parts: some, removed: new Set<number>(), changed: new ChangedEvents(), ...left_out }
  const rows: unknown[] = []
  for await (const { values, runs } of scanEvents(from, readable, { filter, columns: ['id', 'fix_at', 'latitude'] })) {
    for (const [begin, end] of runs) {
      for (let i = begin; i < end; i++) rows.push([values.id[i], values.fix_at[i], values.latitude[i]])
    }
  }
  return rows
}
type ScanQuery = { filter: EventFilter; removed: Set<number>; changed: ChangedEvents }

async function readAll(query: Parameters<typeof readEvents>[2]) {
  const rows = []
  for await (const page of readEvents(store, { parts, removed, changed }, query)) rows.push(...page)
  return rows
}
