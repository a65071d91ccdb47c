import { randomUUID } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { Table } from '#db/tables/define_table.ts'
import { tables } from '#db/tables/index.ts'
import type { Identifiers } from './identifiers.ts'
import { type ErasedRow, type Part, walk } from './parts.ts'
import { ERASED, type Erase, erasedIn, eraser, searchPattern } from './words.ts'

/**
 * Removes people's addresses, numbers and names from every text that is kept for others: what was written to several
 * people stays theirs, without these words.
 */
export async function eraseInTexts(db: Db, part: Part, { written, ...person }: Identifiers): Promise<void> {
  const all = { ...person, names: [...person.names, ...written] }
  const eraseAll = eraser(all)
  const erase = eraser(person)
  for (const table of tables as Table[]) {
    const { name } = table
    if (typeof table.purge?.keeps === 'string') continue
    const pattern = searchPattern(name === 'message' ? all : person)
    const columns = await textColumns(db, table)
    if (pattern === null || columns.length === 0) continue
    const where = sql<SqlBool>`(${sql.join(
      columns.map(({ column }) => sql`${sql.ref(column)}::text ~* ${pattern}`),
      sql` or `,
    )})`
    const names = columns.map(({ column }) => column)
    await walk(part, { table: name, where, columns: name === 'message' ? ['kind', ...names] : names }, (trx, found) =>
      eraseRows(trx, name, columns, found, ({ kind }, column) =>
        name === 'message' && (kind !== 'person' || isList(column)) ? eraseAll : erase,
      ),
    )
  }
}

async function eraseRows(trx: Trx, table: string, columns: TextColumn[], found: ErasedRow[], eraserOf: EraserOf) {
  for (const { row, is } of found) {
    const mark = randomUUID()
    const changed: RawBuilder<unknown>[] = []
    for (const { column, type, unique } of columns) {
      const before = row[column]
      const erase = eraserOf(row, column)
      const after = erasedIn(before, (text) => erase(text, unique ? mark : ''))
      if (JSON.stringify(after) !== JSON.stringify(before)) changed.push(stored(after, column, type))
    }
    if (changed.length > 0) await sql`update ${sql.table(table)} set ${sql.join(changed)} where ${is}`.execute(trx)
  }
}

function stored(value: unknown, column: string, type: string): RawBuilder<unknown> {
  if (type === 'jsonb') return sql`${sql.ref(column)} = ${JSON.stringify(value)}::jsonb`
  if (type.endsWith('[]')) return sql`${sql.ref(column)} = ${value}::text[]`
  // An erased address becomes null.
  return sql`${sql.ref(column)} = ${value === ERASED && ['email', 'phone'].includes(column) ? null : value}`
}

/** Columns with texts of people, of any length; not keys, digests or encrypted values. */
async function textColumns(db: Db, { name, purge }: Table): Promise<TextColumn[]> {
  const { rows } = await sql<TextColumn>`
    select a.attname as "column", format_type(a.atttypid, a.atttypmod) as type, exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique
        and pg_get_indexdef(i.indexrelid) ~ ('\\m' || a.attname || '\\M')) as "unique"
    from pg_attribute a where a.attrelid = ${name}::regclass and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and a.atttypid in ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
      and not exists (select from pg_index i where i.indrelid = a.attrelid and i.indisprimary
        and a.attnum = any(i.indkey))`.execute(db)
  const kept = Object.keys(purge?.keeps ?? {})
  return rows.filter(({ column }) => !kept.includes(column) && !/sha256|sealed|digest|wrapped|backend/.test(column))
}

/** Who a message says that it goes to. */
const isList = (column: string) => ['recipients', 'cc', 'bcc'].includes(column)

type TextColumn = { column: string; type: string; unique: boolean }
type EraserOf = (row: Record<string, unknown>, column: string) => Erase
