import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RecordArray } from '#db/records.ts'
import { unnestRows } from '#db/unnest.ts'
import { type Network, startNetwork } from '../network.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork()
})
afterAll(() => network.stop())

const FIELDS = 28

/** A row of `judged_report`: the named fields, and null for all others. */
function add(records: RecordArray, row: Row): void {
  records.begin()
  for (const value of [row.id, null, row.tracker_id]) records.bigint(value)
  records.timestamp(row.fix_at)
  records.timestamp(null)
  records.text(row.event)
  records.text(undefined)
  records.boolean(row.valid)
  records.point(row.lon, row.lat)
  records.real(row.altitude)
  for (let i = 0; i < 3; i++) records.real(NaN)
  for (let i = 0; i < 3; i++) records.boolean(null)
  records.bigint(null)
  records.jsonb(row.attributes)
  records.bigint(null)
  records.xid(row.version)
  for (let i = 0; i < 2; i++) records.timestamp(null)
  records.boolean(undefined)
  records.timestamp(undefined)
  records.integer(row.outside_count)
  for (let i = 0; i < 3; i++) records.bigint(null)
}

type Row = {
  id?: number
  tracker_id?: number
  fix_at?: number
  event?: string
  valid?: boolean
  lon?: number
  lat?: number
  altitude?: number
  attributes?: object
  version?: number
  outside_count?: number
}

const bytesOf = (rows: Row[]) => {
  const records = new RecordArray(FIELDS, 1)
  for (const row of rows) add(records, row)
  return records.bytes()
}

describe('an array of records', () => {
  it('keeps every value, null and text of any length', async () => {
    const rows: Row[] = [
      {
        id: 2 ** 52 + 1,
        tracker_id: -5,
        fix_at: 0,
        event: 'position',
        valid: true,
        lon: -179.5,
        lat: 89.25,
        altitude: -1.5,
      },
      {
        attributes: { name: 'Ōtāhuhu "🚚"', list: [1, null] },
        version: 4_294_967_295,
        outside_count: -7,
        valid: false,
      },
      { event: '→'.repeat(50_000), tracker_id: 2 ** 32, lon: 5 },
      {},
    ]
    const { rows: read } = await sql<Record<string, unknown>>`
      select id::text, tracker_id::text, date_part('epoch', fix_at) as fix_at, event, valid, st_asewkt(position) as position,
        altitude, attributes, version::text, outside_count, num_nulls(id, speed, late, digest, judged_at, alarm) as nulls
      from unnest(${bytesOf(rows)}::judged_report[])`.execute(network.db)
    const nothing = { id: null, tracker_id: null, fix_at: null, event: null, valid: null, position: null }
    const empty = { ...nothing, altitude: null, attributes: null, version: null, outside_count: null, nulls: 6 }
    expect(read).toEqual([
      {
        ...empty,
        id: String(2 ** 52 + 1),
        tracker_id: '-5',
        fix_at: 0,
        event: 'position',
        valid: true,
        position: 'SRID=4326;POINT(-179.5 89.25)',
        altitude: -1.5,
        nulls: 5,
      },
      { ...empty, attributes: rows[1]!.attributes, version: '4294967295', outside_count: -7, valid: false },
      { ...empty, event: rows[2]!.event, tracker_id: String(2 ** 32) },
      empty,
    ])
  })

  it('rounds times as to_timestamp does, by which duplicates are searched', async () => {
    const times = Array.from(
      { length: 3_000 },
      () => Date.now() * (0.5 + Math.random()) - (Math.random() < 0.3 ? 2e12 : 0),
    )
    times.push(1_732_060_800_000.000_5, 946_684_800_000.000_5, 946_684_800_000.001_5, -62_135_596_800_000)
    const { rows } = await sql<{ differing: number }>`
      select count(*)::int as differing
      from unnest(${bytesOf(times.map((fix_at) => ({ fix_at })))}::judged_report[]) with ordinality
        as r (${sql.raw(Array.from({ length: FIELDS }, (_, i) => `c${i}`).join(', '))}, i)
      join unnest(${times}::float8[]) with ordinality as t (ms, i) using (i)
      where r.c3 is distinct from to_timestamp(t.ms / 1000)`.execute(network.db)
    expect(rows[0]!.differing).toBe(0)
  })

  it('refuses what the database would, so that only this report is set aside', async () => {
    expect(() => bytesOf([{ altitude: 1e300 }])).toThrow(expect.objectContaining({ code: '22003' }))
    expect(() => bytesOf([{ fix_at: 1e20 }])).toThrow(expect.objectContaining({ code: '22008' }))
    const far = sql`select * from unnest(${bytesOf([{ fix_at: -9.2e15 }])}::judged_report[])`.execute(network.db)
    await expect(far).rejects.toMatchObject({ code: '22008' })
  })
})

it('rows are a table of a statement: each value in its column, null too, and their place', async () => {
  const rows = [
    { id: 2 ** 52, name: 'ünï', since: 1.5, active: true, count: -1, left_out: 'x' },
    { id: null, name: null, since: null, active: null, count: null, left_out: 'x' },
  ]
  const columns = {
    text: ['name'],
    bigint: ['id'],
    float8: ['since'],
    boolean: ['active'],
    integer: ['count'],
  } as const
  const read = await sql`select * from ${unnestRows(rows, columns, 'r', 'place')} order by r.place`.execute(network.db)
  expect(read.rows).toEqual(rows.map(({ left_out: _, ...row }, i) => ({ ...row, place: i + 1 })))
  const none = await sql`select * from ${unnestRows([] as typeof rows, columns, 'r')}`.execute(network.db)
  expect(none.rows).toEqual([])
})
