import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { type Network, startNetwork } from './network.ts'

/**
 * The server of this worker, for files that neither configure nor stop it. Each file finds the database as it was after
 * the start, with one organisation and its administrator, who is `admin`, and makes organisations of its own; ids go
 * on, and so does what the server remembers. It ends with the worker.
 */
export async function sharedNetwork(): Promise<Network> {
  if (worker.shared) await (await worker.shared).restore()
  worker.shared ??= startShared()
  return (await worker.shared).network
}

/** A worker serves the files of one project, so of one kind of database. */
const worker = globalThis as { shared?: ReturnType<typeof startShared> }

async function startShared() {
  const network = await startNetwork({ HTTP_RATE: '100000' })
  const restore = await keepRows(network.db)
  return { restore, network: { ...network, stop: refuseToStop } }
}

async function refuseToStop(): Promise<never> {
  throw new Error('Other files go on with this server: a file that stops its server begins with startNetwork().')
}

/** Copies the rows of all tables. @returns what removes all others, and brings these back as they were */
async function keepRows(db: Kysely<Database>): Promise<() => Promise<void>> {
  const { rows: tables } = await sql<{ name: string; columns: string }>`
    select c.relname as name, (select string_agg(quote_ident(attname), ', ') from pg_attribute a
      where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')`.execute(db)
  const filled = tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`)
  const { rows } = await sql.raw<{ name: string }>(filled.join(' union all ')).execute(db)
  const kept = new Set(rows.map(({ name }) => name))
  await sql`create schema kept`.execute(db)
  for (const name of kept) await sql.raw(`create table kept.${name} as table ${name}`).execute(db)
  const statements = tables.map(({ name, columns }) => {
    const back = `insert into ${name} (${columns}) overriding system value select ${columns} from kept.${name};`
    return `delete from ${name}; ${kept.has(name) ? back : ''}`
  })
  // Neither triggers nor foreign keys act: invoices that are final go, too, and the order does not matter.
  const text = `do $$ begin perform set_config('session_replication_role', 'replica', true); ${statements.join('\n')} end $$`
  return () => retried(() => sql.raw(text).execute(db))
}

/** What the server does in the background may lock the same rows in another order. */
async function retried(work: () => Promise<unknown>, attempts = 5): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (attempts === 1 || (error as { code?: string }).code !== '40P01') throw error
    await retried(work, attempts - 1)
  }
}
