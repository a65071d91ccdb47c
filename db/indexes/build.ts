import { type Kysely, type RawBuilder, sql } from 'kysely'
import { sqlstateOf } from '../errors.ts'
import { type DeclaredIndex, declared } from './declared.ts'

/**
 * Builds the declared indexes that are missing, one partition after another. On a PostgreSQL server writers are never
 * blocked: indexes are built concurrently, and a lock that is not granted at once is asked for again. A build that was
 * killed leaves an invalid index, which is dropped and built again.
 *
 * @param concurrently false on the embedded database, whose only session cannot be shared anyway
 * @param signal ends the work between two statements
 * @param report receives progress
 * @returns whether all are complete; false also where another process is building them
 */
export async function buildIndexes(db: AnyDb, options: BuildOptions): Promise<boolean> {
  // On the embedded database each statement waits for its turn: a connection would keep devices out for all of them.
  if (!options.concurrently) return buildMissing(db, options)
  return db.connection().execute(async (session) => {
    if (!(await lock(session))) return false
    try {
      await options.on_session?.(await backendOf(session))
      return await buildMissing(session, options)
    } finally {
      await unlock(session)
    }
  })
}

async function buildMissing(db: AnyDb, { indexes = declared, ...options }: BuildOptions): Promise<boolean> {
  for (const index of indexes) {
    if (!(await isComplete(db, index))) await build(db, index, options)
    if (options.signal?.aborted) return false
  }
  return true
}

async function build(db: AnyDb, index: DeclaredIndex, options: StepOptions): Promise<void> {
  const { concurrently, signal, report } = options
  const is_partitioned = await isPartitioned(db, index.table)
  if (!is_partitioned) {
    await dropInvalid(db, index.name)
    await sql.raw(createIndex(index, { concurrently })).execute(db)
    return report({ index: index.name, table: index.table, left: 0 })
  }
  // Without its partitions it is a line in the catalogue; it becomes valid with the last of them.
  if (!(await exists(db, index.name))) await briefly(db, sql.raw(createIndex(index, { only: true })), options)
  for (let partitions = await partitionsWithout(db, index); partitions.length > 0; ) {
    const [partition] = partitions
    if (signal?.aborted) return
    await addPartition(db, index, partition!, options)
    const left = await partitionsWithout(db, index)
    report({ index: index.name, table: partition!, left: left.length })
    if (left[0] === partition) throw new Error(`index ${index.name} of ${partition} could not be attached`)
    partitions = left
  }
}

/** One partition's part of an index. A partition that is dropped meanwhile needs none. */
async function addPartition(db: AnyDb, index: DeclaredIndex, partition: string, options: StepOptions): Promise<void> {
  const name = partIndexName(partition, index)
  try {
    await dropInvalid(db, name)
    await sql.raw(createIndex({ ...index, name, table: partition }, options)).execute(db)
    await briefly(db, sql`alter index ${sql.id(index.name)} attach partition ${sql.id(name)}`, options)
  } catch (error) {
    if (sqlstateOf(error) !== UNDEFINED_TABLE || (await exists(db, partition))) throw error
  }
}

/** The text of CREATE INDEX, for migrations too. */
export function createIndex({ name, table, columns, where }: DeclaredIndex, options: CreateOptions = {}): string {
  const { concurrently = false, only = false } = options
  return (
    `create index ${concurrently ? 'concurrently ' : ''}if not exists "${name}" on ${only ? 'only ' : ''}"${table}" ` +
    `(${columns})${where ? ` where ${where}` : ''}`
  )
}

/** PostgreSQL cuts names off after 63 bytes; the names of partitions are shorter than their table's indexes allow. */
const partIndexName = (partition: string, { name, table }: DeclaredIndex) =>
  `${partition}_${name.slice(table.length + 1)}`.slice(0, 63)

/** A partitioned table's index is valid when all its partitions have theirs. */
async function isComplete(db: AnyDb, { name }: DeclaredIndex): Promise<boolean> {
  const { rows } = await sql<{ valid: boolean }>`
    select i.indisvalid as valid from pg_index i where i.indexrelid = to_regclass(${name})`.execute(db)
  return rows[0]?.valid ?? false
}

/** A concurrent build that was interrupted leaves its index, which is maintained and never used. */
async function dropInvalid(db: AnyDb, name: string): Promise<void> {
  const { rows } = await sql`
    select from pg_index i where i.indexrelid = to_regclass(${name}) and not i.indisvalid`.execute(db)
  if (rows.length > 0) await sql`drop index if exists ${sql.id(name)}`.execute(db)
}

async function partitionsWithout(db: AnyDb, { name, table }: DeclaredIndex): Promise<string[]> {
  const { rows } = await sql<{ partition: string }>`
    select c.relname as partition from pg_inherits p join pg_class c on c.oid = p.inhrelid
    where p.inhparent = to_regclass(${table}) and not exists (
      select from pg_inherits attached join pg_index i on i.indexrelid = attached.inhrelid
      where attached.inhparent = to_regclass(${name}) and i.indrelid = c.oid)
    order by c.relname desc`.execute(db)
  return rows.map(({ partition }) => partition)
}

async function isPartitioned(db: AnyDb, table: string): Promise<boolean> {
  const { rows } = await sql`select from pg_class where oid = to_regclass(${table}) and relkind = 'p'`.execute(db)
  return rows.length > 0
}

async function exists(db: AnyDb, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_class where oid = to_regclass(${name})`.execute(db)
  return rows.length > 0
}

/**
 * Runs a statement that needs a moment's lock. Writers would queue behind one that waits, so it waits for no longer than
 * `LOCK_MS`, and asks again.
 */
async function briefly(
  db: AnyDb,
  statement: RawBuilder<unknown>,
  { concurrently, signal }: StepOptions,
): Promise<void> {
  if (!concurrently) return void (await statement.execute(db))
  await sql.raw(`set lock_timeout = '${LOCK_MS}ms'`).execute(db)
  try {
    for (;;) {
      try {
        return void (await statement.execute(db))
      } catch (error) {
        if (sqlstateOf(error) !== LOCK_NOT_AVAILABLE || signal?.aborted) throw error
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  } finally {
    // Waiting for older transactions, as a concurrent build does, blocks no writer.
    await sql`set lock_timeout = 0`.execute(db)
  }
}

async function lock(session: AnyDb): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(hashtext('ringfence indexes')) as locked`.execute(session)
  return rows[0]!.locked
}

async function unlock(session: AnyDb): Promise<void> {
  await sql`select pg_advisory_unlock(hashtext('ringfence indexes'))`.execute(session)
}

async function backendOf(session: AnyDb): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(session)
  return rows[0]!.pid
}

const UNDEFINED_TABLE = '42P01'
const LOCK_NOT_AVAILABLE = '55P03'
const LOCK_MS = 200
const RETRY_MS = 500

// biome-ignore lint/suspicious/noExplicitAny: migrations build them too, and know no tables
type AnyDb = Kysely<any>
type CreateOptions = { concurrently?: boolean; only?: boolean }
type StepOptions = Pick<BuildOptions, 'concurrently' | 'signal' | 'report'>
export type BuildOptions = {
  concurrently: boolean
  signal?: AbortSignal | undefined
  report(progress: Progress): void
  indexes?: readonly DeclaredIndex[]
  /** Receives the process id of the session, by which a statement can be cancelled. */
  on_session?(pid: number): unknown
}
/** `table`: the one just built; `left`: partitions that are still without. */
export type Progress = { index: string; table: string; left: number }
