import { type Kysely, sql } from 'kysely'
import { DamagedContent } from '#db/contents/frames.ts'
import type { ContentStore, StoredContent } from '#db/contents/store.ts'
import { isPrivateEvidence } from '#db/privacy/evidence.ts'
import type { ScanState } from '#db/tables/files/file.ts'
import type { Database } from '#db/tables/index.ts'
import { type AttachedFile, NotDelivered } from '../providers/provider.ts'
import type { LeasedDelivery } from './queue.ts'

/**
 * Reads the files that go with a mail; together they have 10 MB at most. What has been deleted since, or did not pass
 * the virus scan, is left out; what has become evidence of a private record, without its name.
 *
 * @throws {NotDelivered} later, while a file waits for the virus scan; never, when its bytes are damaged
 */
export async function readAttachments(
  db: Kysely<Database>,
  contents: ContentStore,
  { message_id }: LeasedDelivery,
): Promise<Attachments> {
  const { rows } =
    await sql<Row>`select case when ${isPrivateEvidence('f')} then 'A file' else f.name end as name, f.mimetype, f.scan_state,
      f.deleted_at is not null or ${isPrivateEvidence('f')} as deleted,
      c.size, c.key_id, c.wrapped_key, c.backend, c.backend_key
    from attachment a join file f on f.id = a.file_id join file_content c on c.id = f.content_id
    where a.message_id = ${message_id} order by a.id`.execute(db)
  const waiting = rows.find(({ deleted, scan_state }) => !deleted && scan_state === 'waiting')
  if (waiting) throw new NotDelivered('later', `${waiting.name} waits for the virus scan`)
  const isSent = ({ deleted, scan_state }: Row) => !deleted && scan_state !== 'infected'
  const files: AttachedFile[] = []
  for (const row of rows.filter(isSent))
    files.push({ name: row.name, mimetype: row.mimetype, bytes: await read(contents, row) })
  return { files, left_out: rows.filter((row) => !isSent(row)).map(({ name }) => name) }
}

async function read(contents: ContentStore, row: Row): Promise<Buffer> {
  const parts: Buffer[] = []
  try {
    for await (const chunk of contents.chunks(row)) parts.push(chunk)
  } catch (error) {
    const reason = `${row.name} cannot be read: ${(error as Error).message}`
    throw new NotDelivered(error instanceof DamagedContent ? 'never' : 'later', reason)
  }
  return Buffer.concat(parts)
}

type Row = StoredContent & { name: string; mimetype: string | null; scan_state: ScanState; deleted: boolean }
export type Attachments = { files: AttachedFile[]; left_out: string[] }
