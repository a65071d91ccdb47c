import { type Kysely, type RawBuilder, sql } from 'kysely'
import { sealedSize } from '../contents/frames.ts'
import type { ContentStore, StoredContent } from '../contents/store.ts'
import { loadDigests } from '../history/digests/rows.ts'
import type { HistoryStore, StoredPart } from '../history/store.ts'
import type { Database } from '../tables/index.ts'
import { type MemberTar, writeBytes } from './members.ts'

/** The contents of files, and the files of closed days, that fulfil a condition on their rows. */
export async function listFiles(trx: Kysely<Database>, where: RawBuilder<unknown> = sql`true`): Promise<Files> {
  const { rows: contents } = await sql<StoredContent>`select size, key_id, wrapped_key, backend, backend_key
    from file_content where ${where} order by id`.execute(trx)
  const { rows: days } = await sql<Day>`
    select organisation_id, day::text as day, backend, backend_key, bytes::float8 as bytes
    from event_archive where ${where} order by organisation_id, day, part`.execute(trx)
  return { contents, days }
}

/**
 * Writes each as it is at rest: its key is in its row.
 *
 * @param onFile called after each, with how many of its kind are written
 * @throws {DamagedHistory}
 */
export async function writeFiles(tar: MemberTar, db: Kysely<Database>, { stores, files, onFile }: Writing) {
  for (const [i, content] of files.contents.entries()) {
    const size = sealedSize(content.size)
    await writeBytes(tar, `files/${content.backend_key}`, size, stores.contents.readSealed(content, size))
    onFile?.({ contents: i + 1, of: files.contents.length })
  }
  for (const [i, day] of files.days.entries()) {
    const part = { ...day, loadDigests: () => loadDigests(db, day.backend_key) }
    await writeBytes(tar, `history/${day.backend_key}`, day.bytes, stores.history.readWhole(part))
    onFile?.({ days: i + 1, of: files.days.length })
  }
}

type Day = Omit<StoredPart, 'loadDigests'>
type Files = { contents: StoredContent[]; days: Day[] }
type Writing = {
  stores: { contents: ContentStore; history: HistoryStore }
  files: Files
  onFile?: (written: { contents: number; of: number } | { days: number; of: number }) => void
}
