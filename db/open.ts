import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { EmbeddedKysely } from './embedded/dialect.ts'
import { openEmbedded } from './embedded/index.ts'
import { type Connected, SessionQueue } from './embedded/session_queue.ts'
import { checkPool, makePool } from './server/pool.ts'
import { type ReplicaOptions, Replicas } from './server/replicas.ts'
import type { Database } from './tables/index.ts'

/**
 * A PostgreSQL server or the embedded database, with separate connections for devices and background work, and for
 * people, so people's queries never block reports.
 */
export type OpenDatabase = {
  db: Kysely<Database>
  people: Kysely<Database>
  /** People's reads of history, which replicas may answer; statements only. Without replicas `people`. */
  reads: Kysely<Database>
  replicas: Replicas | null
  /** Of the embedded database, which everything shares. */
  session: SessionQueue | null
  kind: 'embedded' | 'server'
  /** Of a server; none on the embedded database. */
  pools: { name: Connected; pool: Pool }[]
  close(): Promise<void>
}

/**
 * Opens PostgreSQL if there is a URL, otherwise the embedded database.
 *
 * @throws {Error} with one sentence for people
 */
export async function openDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  const { database_url, connections = databaseDefaults, on_error = () => {} } = settings
  if (database_url) {
    const { statement_timeout_s } = connections
    const pools = {
      devices: makePool(database_url, { name: 'devices', max: connections.devices, on_error }),
      people: makePool(database_url, {
        name: 'people',
        max: connections.people,
        statement_timeout_s,
        cancels: true,
        on_error,
      }),
    }
    await checkPool(pools.devices, database_url)
    const open = (kind: Connected) => new Kysely<Database>({ dialect: new PostgresDialect({ pool: pools[kind] }) })
    const [db, people] = [open('devices'), open('people')]
    const replicas = openReplicas(people, settings, connections)
    const close = async () => {
      await replicas?.close()
      await closeAll(Object.values(pools))
    }
    const named = (['devices', 'people'] as const).map((name) => ({ name, pool: pools[name] }))
    const reads = replicas?.db ?? people
    return { db, people, reads, replicas, session: null, kind: 'server', pools: named, close }
  }
  const embedded = await openEmbedded(settings.data_dir)
  const queue = new SessionQueue()
  const open = (kind: Connected) => new EmbeddedKysely(embedded, queue, kind)
  const people = open('people')
  const close = () => embedded.close()
  const db = open('devices')
  return { db, people, reads: people, replicas: null, session: queue, kind: 'embedded', pools: [], close }
}

function openReplicas(
  primary: Kysely<Database>,
  { replicas, on_error = () => {} }: DatabaseSettings,
  { people, statement_timeout_s }: Connections,
): Replicas | null {
  if (!replicas) return null
  const pool = { name: 'reads', max: people, statement_timeout_s, cancels: true, on_error }
  return new Replicas({ primary, pool, ...replicas })
}

async function closeAll(pools: Pool[]): Promise<void> {
  await Promise.all(pools.map((pool) => pool.end()))
}

export type DatabaseSettings = {
  data_dir: string
  database_url?: string | undefined
  /** Only of a server; the embedded database has one connection. */
  connections?: Connections
  /** Streaming replicas of the server that may answer reads. */
  replicas?: Pick<ReplicaOptions, 'url' | 'wait_ms' | 'on_change'> | undefined
  /** Called for errors on idle connections, which the pool replaces. */
  on_error?: (error: Error) => void
}

export type Connections = {
  /** For devices and background work, and for people. */
  devices: number
  people: number
  /** Timeout of people's statements. */
  statement_timeout_s: number
}

export const databaseDefaults: Connections = { devices: 10, people: 10, statement_timeout_s: 15 }
