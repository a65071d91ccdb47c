import { type RawBuilder, sql } from 'kysely'
import { bigints, booleans, doubles, integers, texts } from './arrays.ts'

/**
 * Rows as a table of a statement. Each column is one array in PostgreSQL's binary format, so the statement has the same
 * text for any number of rows.
 *
 * @param columns names by their types
 * @param place the name of a further column, which counts the rows from 1
 * @example
 * sql`select t.name from ${unnestRows(keys, { bigint: ['organisation_id', 'id'] }, 'k')}
 *   join tracker t on t.organisation_id = k.organisation_id and t.id = k.id`
 */
export function unnestRows<Row>(
  rows: readonly Row[],
  columns: Columns<Row>,
  alias: string,
  place?: string,
): RawBuilder<unknown> {
  const listed = (Object.keys(columns) as Type[]).flatMap((type) =>
    (columns[type] ?? []).map((name) => ({ name, type, write: writers[type] as (values: unknown[]) => Buffer })),
  )
  const values = listed.map(({ name, type, write }) => sql`${write(rows.map((row) => row[name]))}::${sql.raw(type)}[]`)
  const names = [...listed.map(({ name }) => name), ...(place ? [place] : [])].map((name) => sql.ref(name))
  return sql`unnest(${sql.join(values)}) ${sql.raw(place ? 'with ordinality' : '')}
    as ${sql.ref(alias)} (${sql.join(names)})`
}

/** What names a tracker. */
export const trackerKey = ['organisation_id', 'tracker_id'] as const

const writers = { bigint: bigints, integer: integers, float8: doubles, text: texts, boolean: booleans }

type Type = keyof typeof writers
type Columns<Row> = { readonly [T in Type]?: readonly ColumnOf<Row, T>[] }
type ColumnOf<Row, T extends Type> = {
  [K in keyof Row & string]: [NonNullable<Row[K]>] extends [NonNullable<Parameters<(typeof writers)[T]>[0][number]>]
    ? K
    : never
}[keyof Row & string]
