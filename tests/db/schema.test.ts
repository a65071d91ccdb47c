import { sql } from 'kysely'
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tables } from '#db/tables/index.ts'
import { type Network, startNetwork } from '../network.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork()
})
afterAll(() => network.stop())

/** Columns as `name type null`, as the database has them. */
async function real(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; type: string; nullable: string }>`
    select column_name as name, udt_name as type, is_nullable as nullable from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}`.execute(network.db)
  return rows.map((row) => `${row.name} ${kinds[row.type] ?? row.type}${row.nullable === 'YES' ? ' null' : ''}`).sort()
}

const kinds: Record<string, string> = {
  int8: 'integer',
  int4: 'integer',
  numeric: 'string',
  text: 'string',
  _text: 'array',
  _int2: 'array',
  _int4: 'array',
  _int8: 'array',
  _timestamptz: 'array',
  varchar: 'string',
  bool: 'boolean',
  float4: 'number',
  float8: 'number',
  timestamptz: 'date-time',
  date: 'string',
  geometry: 'geometry',
  jsonb: 'object',
  uuid: 'string',
}

function declared(columns: Record<string, TSchema>): string[] {
  return Object.entries(columns)
    .map(([name, schema]) => {
      const choices = ((schema as { anyOf?: TSchema[] }).anyOf ?? [schema]) as { type: string; format?: string }[]
      const nullable = choices.some((choice) => choice.type === 'null')
      const value = choices.find((choice) => choice.type !== 'null')!
      const kind = ['date-time', 'geometry'].includes(value.format ?? '')
        ? value.format
        : 'x-jsonb' in value
          ? 'object'
          : value.type
      return `${name} ${kind}${nullable ? ' null' : ''}`
    })
    .sort()
}

describe('the database', () => {
  it.each(tables)('has $name as declared', async ({ name, columns }) => {
    expect(await real(name)).toEqual(declared(columns))
  })

  it('has no table that is not declared', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`.execute(network.db)
    const names = rows.map((row) => row.name).filter((name) => !name.startsWith('kysely_'))
    expect(names.sort()).toEqual(tables.map(({ name }) => name).sort())
  })

  it('creates partitions ahead', async () => {
    const [year, month, day] = new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10).split('-')
    const name = `tracker_event_y${year}m${month}d${day}`
    const { rows } = await sql`select 1 from pg_class where relname = ${name}`.execute(network.db)
    expect(rows).toHaveLength(1)
  })
})
