import { sql } from 'kysely'
import type { Db } from '../../database.ts'

/**
 * The digests of a file by its row, also while it waits to be removed: a reader may have begun before it was replaced.
 *
 * @returns null if the file was written by a release that computed none, and nobody has done so since
 * @throws {Error} when no row names the file
 */
export async function loadDigests(db: Db, backend_key: string): Promise<string | null> {
  const { rows } = await sql<{ block_digests: string | null }>`
    select block_digests from event_archive where backend_key = ${backend_key}
    union all select block_digests from event_archive_unused where backend_key = ${backend_key}`.execute(db)
  if (rows.length === 0) throw new Error('no row names it any more')
  return rows[0]!.block_digests
}
