import { Kysely, PGliteDialect, PostgresDialect } from 'kysely'
import { openEmbedded } from './embedded.ts'
import { openPool } from './pool.ts'
import type { Database } from './tables/index.ts'

/** Either database behind the same `Kysely<Database>`. */
export type OpenDatabase = {
  db: Kysely<Database>
  kind: 'embedded' | 'server'
  close(): Promise<void>
}

/**
 * Opens the database that the settings name: PostgreSQL where there is a URL, else the embedded one.
 *
 * @throws {Error} with one sentence for people
 */
export async function openDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  if (settings.database_url) {
    const pool = await openPool(settings.database_url, settings.on_error)
    const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
    return { db, kind: 'server', close: () => db.destroy() }
  }
  const pglite = await openEmbedded(settings.data_dir, settings.image)
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) })
  await db.connection().execute(async () => {}) // so that destroy() closes it, whatever happens next
  return { db, kind: 'embedded', close: () => db.destroy() }
}

export type DatabaseSettings = {
  data_dir: string
  database_url?: string | undefined
  /** A database to begin with, for tests. */
  image?: Blob
  /** Told of errors on idle connections, which the pool replaces. */
  on_error?: (error: Error) => void
}
