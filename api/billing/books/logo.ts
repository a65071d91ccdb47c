import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { isPrivateEvidence } from '#db/privacy/evidence.ts'
import type { ApiContext } from '../../context.ts'
import { readContent } from '../../files/contents.ts'

export async function readLogo({ db, contents }: ApiContext, content_id: number): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of contents.read(await readContent(db, content_id))) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** The organisation's logo; null without one, or if its file is gone. */
export async function findLogo(db: Db, file_id: number | null): Promise<{ content_id: number; sha256: string } | null> {
  if (file_id === null) return null
  const found = await db
    .selectFrom('file')
    .select(['content_id', 'sha256'])
    .where('id', '=', file_id)
    .where('deleted_at', 'is', null)
    .where('size', '<=', LARGEST_LOGO)
    .where(sql<boolean>`not ${isPrivateEvidence('file')}`)
    .executeTakeFirst()
  return found?.content_id ? { content_id: found.content_id, sha256: found.sha256 ?? '' } : null
}

/** Bytes of a logo. */
export const LARGEST_LOGO = 5_000_000
