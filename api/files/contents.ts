import { sql } from 'kysely'
import type { StoredContent, WrittenContent } from '#db/contents/store.ts'
import type { Db, Trx } from '#db/database.ts'
import type { ApiContext } from '../context.ts'
import { AppError } from '../http/errors.ts'

/**
 * Writes the row of a content. Identical bytes of the organisation are stored once: then the row is the earlier one,
 * and the new bytes are superfluous.
 */
export async function saveContent(trx: Trx, organisation_id: number, written: WrittenContent): Promise<SavedContent> {
  const { head: _, ...values } = written
  const { id, backend_key } = await trx
    .insertInto('file_content')
    .values({ organisation_id, ...values })
    .onConflict((on) => on.columns(['organisation_id', 'sha256', 'size']).doUpdateSet({ orphaned_at: null }))
    .returning(['id', 'backend_key'])
    .executeTakeFirstOrThrow()
  return { id, is_duplicate: backend_key !== written.backend_key }
}

/** The same for many, with one statement. @returns in their order */
export async function saveContents(trx: Trx, organisation_id: number, all: WrittenContent[]): Promise<SavedContent[]> {
  const key = ({ sha256, size }: { sha256: string; size: number }) => `${sha256} ${size}`
  // One statement cannot meet the same row twice.
  const different = [...new Map(all.map(({ head: _, ...written }) => [key(written), written])).values()]
  const { rows } = await sql<{ id: number; sha256: string; size: number; backend_key: string }>`
    insert into file_content (organisation_id, sha256, size, key_id, wrapped_key, backend, backend_key)
    select ${organisation_id}, g.* from jsonb_to_recordset(${JSON.stringify(different)}::jsonb)
      as g (sha256 text, size bigint, key_id text, wrapped_key text, backend text, backend_key text)
    order by g.sha256, g.size
    on conflict (organisation_id, sha256, size) do update set orphaned_at = null
    returning id, sha256, size::float8 as size, backend_key`.execute(trx)
  const saved = new Map(rows.map((row) => [key(row), row]))
  return all.map((written) => {
    const { id, backend_key } = saved.get(key(written))!
    return { id, is_duplicate: backend_key !== written.backend_key }
  })
}

/** The contents by their ids. */
export async function readContents(db: Db, ids: number[]): Promise<Map<number, StoredContent>> {
  const { rows } = await sql<StoredContent & { id: number }>`
    select id, size, key_id, wrapped_key, backend, backend_key from file_content
    where id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function readContent(db: Db, id: number): Promise<StoredContent> {
  const content = (await readContents(db, [id])).get(id)
  if (!content) throw new AppError('not_found', 'There is no such file.')
  return content
}

/** Removes bytes that no row has. A failure leaves them to the sweep. */
export async function discard({ contents, log }: ApiContext, written: WrittenContent): Promise<void> {
  await contents.remove(written).catch((error) => log.warn({ err: error }, 'removing a content failed'))
}

/** @throws {AppError} not_possible for a file that waits for the virus scan, or did not pass it */
export function checkScanned({ name, scan_state }: { name: string; scan_state: string }): void {
  if (scan_state === 'waiting') throw new AppError('not_possible', `${name} waits for the virus scan.`)
  if (scan_state === 'infected') throw new AppError('not_possible', `The virus scan has found something in ${name}.`)
}

type SavedContent = { id: number; is_duplicate: boolean }
