import { type Kysely, type RawBuilder, sql } from 'kysely'
import { listPartitions } from '../partitions.ts'
import type { Database } from '../tables/index.ts'

/**
 * Every sequence of the schema with the column that it gives ids to: identity columns, owned sequences, and defaults of
 * columns that do not own theirs.
 */
export async function listSequences(db: Kysely<Database>): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`
    select distinct s.oid::regclass::text as name, t.relname as "table", a.attname as "column",
      exists (select from pg_index i where i.indrelid = t.oid and i.indkey[0] = a.attnum and i.indpred is null) as indexed,
      t.relkind = 'r' and pg_relation_size(t.oid) = 0 as empty
    from pg_class s
    join lateral (
      select d.refobjid as table_id, d.refobjsubid as number from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = s.oid and d.refclassid = 'pg_class'::regclass
        and d.deptype in ('a', 'i')
      union
      select e.adrelid, e.adnum from pg_depend d join pg_attrdef e on e.oid = d.objid
      where d.classid = 'pg_attrdef'::regclass and d.refclassid = 'pg_class'::regclass and d.refobjid = s.oid
    ) o on true
    join pg_class t on t.oid = o.table_id and not t.relispartition
    join pg_attribute a on a.attrelid = t.oid and a.attnum = o.number
    where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace order by 1`.execute(db)
  return rows
}

/** The last id that each sequence has given out, for a backup: rows with the highest ids may have been deleted. */
export async function readLastIds(db: Kysely<Database>): Promise<LastIds> {
  const sequences = await listSequences(db)
  const { rows } = await sql<{ name: string; last: number }>`${sql.join(
    sequences.map(({ name }) => sql`select ${name}::text as name, last_value::float8 as last from ${sql.raw(name)}`),
    sql` union all `,
  )}`.execute(db)
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/**
 * Lets each sequence continue above the highest id of the range that is stored, in the table and in what else keeps such
 * ids. No sequence is ever set back: ids that it has given out may not be stored yet. Looks into indexes only.
 *
 * @param known last ids of a backup
 * @returns the names of the sequences that were behind
 */
export async function continueSequences(trx: Kysely<Database>, range: IdRange, known: LastIds = {}): Promise<string[]> {
  const continued: string[] = []
  const sequences = await listSequences(trx)
  const last = await lastIds(trx, sequences, range)
  const storedBy = ({ name }: Sequence) => Math.max(last.get(name) ?? 0, within(known[name], range))
  const used = sequences.filter((sequence) => storedBy(sequence) > 0)
  const next = await nextIds(trx, used)
  for (const sequence of used) {
    const { name } = sequence
    const stored = storedBy(sequence)
    if (stored < next.get(name)!) continue
    if (await continueAfter(trx, sequence, range, stored)) continued.push(name)
  }
  return continued
}

/**
 * Lets the sequence of the events' ids continue above an id that was found otherwise.
 *
 * @returns whether it was behind
 */
export async function continueEvents(trx: Kysely<Database>, range: IdRange, last: number): Promise<boolean> {
  const [sequence] = (await listSequences(trx)).filter(({ table }) => table === 'tracker_event')
  return continueAfter(trx, sequence!, range, last)
}

async function continueAfter(
  trx: Kysely<Database>,
  sequence: Sequence,
  range: IdRange,
  stored: number,
): Promise<boolean> {
  if (stored < (await nextOf(trx, sequence.name))) return false
  const name = sql.raw(sequence.name)
  // Changes nothing but takes the lock: who has been given ids has committed them after it, and the others wait.
  await sql`alter sequence ${name} no cycle`.execute(trx)
  const now = (await lastIds(trx, [sequence], range)).get(sequence.name) ?? 0
  const next = Math.max(stored, now) + 1
  if (next <= (await nextOf(trx, sequence.name))) return false
  await sql`alter sequence ${name} restart with ${sql.lit(Math.min(next, range.to))}`.execute(trx)
  return true
}

async function nextOf(db: Kysely<Database>, name: string): Promise<number> {
  return (await nextIds(db, [{ name }])).get(name)!
}

/** In one statement: each start of a server asks for those of all sequences. */
async function nextIds(
  db: Kysely<Database>,
  sequences: Pick<Sequence, 'name'>[],
): Promise<ReadonlyMap<string, number>> {
  const queries = sequences.map(
    ({ name }) =>
      sql`select ${name}::text as name, (last_value + is_called::int)::float8 as next from ${sql.raw(name)}`,
  )
  if (queries.length === 0) return new Map()
  const { rows } = await sql<{ name: string; next: number }>`${sql.join(queries, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ name, next }) => [name, next]))
}

/** The highest stored id of the range, by sequence; none where there is no such id. */
async function lastIds(
  db: Kysely<Database>,
  sequences: Sequence[],
  range: IdRange,
): Promise<ReadonlyMap<string, number>> {
  const partitions = (await listPartitions(db)).map(({ name }) => name)
  const { rows: places } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relname in ('event_archive', 'event_archive_removal')`.execute(
    db,
  )
  const exists = new Set(places.map(({ name }) => name))
  const queries = sequences.flatMap(({ name, table, column, indexed, empty }) => {
    // PostgreSQL plans a millisecond for each table, which every start would wait for.
    const tables = empty ? [] : table === 'tracker_event' ? partitions : [table]
    const stored = tables.map((one) => (indexed ? highest : highestByOrganisation)(one, column, range))
    // A database of an older release, into which its backup is restored, has not all of them.
    const elsewhere = (kept[table] ?? [])
      .filter((place) => exists.has(place.table))
      .map((place) => highest(place.table, place.column, range))
    return [...stored, ...elsewhere].map((query) => sql`select ${name}::text as name, (${query})::float8 as last`)
  })
  const last = new Map<string, number>()
  for (let at = 0; at < queries.length; at += AT_ONCE) {
    const { rows } = await sql<{ name: string; last: number | null }>`${sql.join(
      queries.slice(at, at + AT_ONCE),
      sql` union all `,
    )}`.execute(db)
    for (const row of rows) if (row.last !== null) last.set(row.name, Math.max(last.get(row.name) ?? 0, row.last))
  }
  return last
}

const highest = (table: string, column: string, range: IdRange): RawBuilder<unknown> =>
  sql`select max(${sql.ref(column)}) from ${sql.table(table)} where ${between(column, range)}`

/** For tables whose indexes begin with the organisation: one look for each organisation. */
const highestByOrganisation = (table: string, column: string, range: IdRange): RawBuilder<unknown> => sql`
  with recursive o as (
    select min(organisation_id) as id from ${sql.table(table)}
    union all
    select (select min(t.organisation_id) from ${sql.table(table)} t where t.organisation_id > o.id) from o
    where o.id is not null
  ) select max((select max(${sql.ref(column)}) from ${sql.table(table)}
    where organisation_id = o.id and ${between(column, range)})) from o where o.id is not null`

const between = (column: string, { from, to }: IdRange) =>
  sql`${sql.ref(column)} between ${sql.lit(from)} and ${sql.lit(to)}`

const within = (id: number | undefined, { from, to }: IdRange) => (id && id >= from && id <= to ? id : 0)

/** Where ids stay when their rows have left the table. */
const kept: Record<string, { table: string; column: string }[]> = {
  tracker_event: [{ table: 'event_archive', column: 'last_id' }],
  tracker: [{ table: 'event_archive_removal', column: 'tracker_id' }],
}

/** Queries of one statement. */
const AT_ONCE = 100

export type IdRange = { from: number; to: number }
/** By the name of the sequence. */
export type LastIds = Record<string, number>
export type Sequence = {
  name: string
  table: string
  column: string
  /** Whether an index of the table begins with the column. */
  indexed: boolean
  /** Whether the table has no rows, not even deleted ones: its file has no bytes. */
  empty: boolean
}
