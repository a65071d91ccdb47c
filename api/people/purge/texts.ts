import { randomUUID } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { tables } from '#db/tables/index.ts'
import type { Identifiers } from './identifiers.ts'
import { type Found, type Part, walk } from './parts.ts'
import { ERASED, type Erase, erasedIn, eraser, searchPattern } from './words.ts'

/**
 * Removes people's addresses, numbers and names from every text that is kept for others: what was written to several
 * people stays theirs, without these words.
 */
export async function eraseInTexts(db: Db, part: Part, { written, ...person }: Identifiers): Promise<void> {
  const all = { ...person, names: [...person.names, ...written] }
  const eraseAll = eraser(all)
  const erase = eraser(person)
  for (const { name } of tables) {
    if (name in kept) continue
    const pattern = searchPattern(name === 'message' ? all : person)
    const columns = await textColumns(db, name)
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

async function eraseRows(trx: Trx, table: string, columns: TextColumn[], found: Found[], eraserOf: EraserOf) {
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
  // An address that was theirs alone is none any more.
  return sql`${sql.ref(column)} = ${value === ERASED && ['email', 'phone'].includes(column) ? null : value}`
}

/** Columns with texts of people, of any length. Keys, digests and what is encrypted are none. */
async function textColumns(db: Db, table: string): Promise<TextColumn[]> {
  const { rows } = await sql<TextColumn>`
    select a.attname as "column", format_type(a.atttypid, a.atttypmod) as type, exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique
        and pg_get_indexdef(i.indexrelid) ~ ('\\m' || a.attname || '\\M')) as "unique"
    from pg_attribute a where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and a.atttypid in ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
      and not exists (select from pg_index i where i.indrelid = a.attrelid and i.indisprimary
        and a.attnum = any(i.indkey))`.execute(db)
  return rows.filter(
    ({ column }) => !(`${table}.${column}` in kept) && !/sha256|sealed|digest|wrapped|backend/.test(column),
  )
}

/** Who a message says that it goes to. */
const isList = (column: string) => ['recipients', 'cc', 'bcc'].includes(column)

/** Tables and columns whose texts stay, each with its reason; docs/security.md says so, too. */
export const kept: Record<string, string> = {
  user_account: 'of other people; the account itself is deleted',
  contact: 'books: who was invoiced; others are deleted with the account',
  invoice: 'books, which the law keeps',
  invoice_line: 'books',
  transaction: 'books',
  provider_outbox: 'books: what was written to those of a provider',
  'organisation.name': 'how an organisation with other members is called; `renameOrganisations` has the rest',
  cpd_snapshot: 'what another has signed, with its digest',
  devplan_report: 'what another has signed, with its digest',
  'devform.snapshot': 'what another has signed, with its digest',
  'devplan.agreed_snapshot': 'what another has signed, with its digest',
  tracker_event: 'what devices have sent; of erased phones nothing is left',
  'tracker.number': 'the number that a device sends',
  migration_checksum: 'of the database',
}

type TextColumn = { column: string; type: string; unique: boolean }
type EraserOf = (row: Record<string, unknown>, column: string) => Erase
