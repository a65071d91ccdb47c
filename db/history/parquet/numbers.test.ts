import { parquetReadObjects } from 'hyparquet'
import { expect, it } from 'vitest'
import type { ArchivedEvent, Column } from '../event.ts'
import { Encoder } from './encoder.ts'
import { columnNames, compressors } from './format.ts'
import { decodeNumbers, isOfNumbers } from './numbers.ts'
import { openParquet } from './parquet_file.ts'

const DAY = 86_400_000_000
/** Numbers that are the same in each run. */
const random = (i: number, most: number) => (Math.imul(i + 1, 2_654_435_761) >>> 0) % most

function eventsWith(values: (i: number) => Partial<ArchivedEvent>, rows: number): ArchivedEvent[] {
  return Array.from({ length: rows }, (_, i) => ({
    id: i,
    tracker_id: 7,
    fix_at: 1_795_000_000_000_000 + i,
    received: 1_795_000_000_000_000 + i,
    event: 'position',
    alarm: null,
    valid: true,
    longitude: 174.7,
    latitude: -36.8,
    altitude: null,
    heading: null,
    speed: null,
    accuracy: null,
    outside_boundary: null,
    repeated: false,
    late: false,
    boundary_id: null,
    attributes: null,
    digest: 0,
    ...values(i),
  }))
}

/** Writes events, and reads the columns of numbers as `ParquetFile` does and as the library does. */
async function readBoth(events: ArchivedEvent[]) {
  const name = { organisation_id: 1, day: '2026-11-20' }
  const encoder = new Encoder(name)
  const { buffer: bytes } = Uint8Array.from([...encoder.add(events), ...encoder.finish()])
  const names = columnNames.filter(isOfNumbers)
  const file = await openParquet(
    { ...name, backend_key: 'key' },
    { bytes: bytes.byteLength, read: async (from, to) => bytes.slice(from, to), decoded: null },
  )
  const own: Record<string, unknown>[] = []
  for (const group of file.groups) {
    const values = (await file.readGroup(group, names)) as Record<string, ArrayLike<unknown>>
    for (let i = 0; i < group.rows; i++) own.push(Object.fromEntries(names.map((name) => [name, values[name]![i]])))
  }
  const rows = await parquetReadObjects({ file: bytes, columns: names, compressors, utf8: false })
  const time = (value: unknown) => (value instanceof Date ? value.getTime() * 1000 : Number(value))
  const library = rows.map((row) =>
    Object.fromEntries(names.map((name) => [name, row[name] == null ? null : time(row[name])])),
  )
  return { own, library, wanted: events.map((event) => Object.fromEntries(names.map((name) => [name, event[name]]))) }
}

it('what is written is read, whatever the differences from one to the next', async () => {
  const extremes = [0, 1, Number.MAX_SAFE_INTEGER, 2 ** 31, 2 ** 32 - 1, 2 ** 45, 2 ** 52 + 1]
  const events = eventsWith(
    (i) => ({
      id: i % 1000 === 999 ? extremes[random(i, extremes.length)]! : random(i, 2 ** 31),
      tracker_id: Math.floor(i / 120),
      fix_at: 1_795_000_000_000_000 + Math.floor(i / 120) * 17 + (i % 120) * (720_000_000 + random(i, 1_000_000)),
      received: 1_795_000_000_000_000 + random(i, 2 ** 31) * 40,
      longitude: i % 7 === 0 ? -180 : 174 + random(i, 1e6) / 1e6,
      latitude: i % 11 === 0 ? -0 : -36 - random(i, 1e7) / 1e7,
      digest: random(i, 2 ** 31) * 65_536 + random(i + 1, 65_536),
    }),
    9001,
  )
  const { own, wanted } = await readBoth(events)
  expect(own).toEqual(wanted)
})

it('one number, equal numbers, and steps down are read', async () => {
  for (const rows of [1, 2, 33, 129, 4096, 4097]) {
    const { own, wanted } = await readBoth(eventsWith((i) => ({ id: 2 ** 50 - i * DAY, received: 5 }), rows))
    expect(own).toEqual(wanted)
  }
})

it('differences of any number of bits are read', async () => {
  for (let bits = 0; bits <= 52; bits++) {
    const step = (i: number) => Math.floor((2 ** bits * (1 + random(i, 1000))) / 1001)
    const events = eventsWith(
      (i) => ({ id: i % 2 === 0 ? 0 : step(i), received: i % 3 === 0 ? 2 ** 52 : step(i) }),
      400,
    )
    const { own, wanted } = await readBoth(events)
    expect(own).toEqual(wanted)
  }
})

it('columns with nulls are left to the library', async () => {
  const events = eventsWith((i) => (i % 3 === 0 ? { longitude: null, latitude: null } : {}), 300)
  const { own, library, wanted } = await readBoth(events)
  expect(own).toEqual(wanted)
  expect(own.map(({ longitude }) => longitude)).toEqual(library.map(({ longitude }) => longitude))
})

it('bytes that are not those of a column are an error, or left to the library', () => {
  const names: Column[] = ['fix_at', 'longitude', 'digest']
  for (let seed = 0; seed < 3000; seed++) {
    const bytes = Uint8Array.from({ length: 4 + random(seed, 200) }, (_, i) => random(seed * 251 + i, 256))
    for (const name of names) {
      try {
        expect(decodeNumbers(name, bytes, 100)).toBeNull()
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
      }
    }
  }
})
