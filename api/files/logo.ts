import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { isPrivateEvidence } from '#db/privacy/evidence.ts'
import type { ApiContext } from '../context.ts'
import { wrong } from '../http/errors.ts'
import { refusalOfSize } from '../pdf/image.ts'
import { readContent } from './contents.ts'

/**
 * A logo is printed on documents, so that it must be the organisation's own image and not a member's private one, and
 * small enough to be decoded each time.
 *
 * @throws {AppError} bad_request
 */
export async function checkLogo(db: Db, organisation_id: number, file_id: number | null | undefined): Promise<void> {
  if (file_id === undefined || file_id === null) return
  const { rows: found } = await sql<{ size: number; width: number | null; height: number | null }>`
    select f.size, f.width, f.height from file f where f.id = ${file_id}
    and f.organisation_id = ${organisation_id} and f.owner_user_id is null and not f.is_folder and f.deleted_at is null
    and not ${isPrivateEvidence('f')}
    and f.mimetype in ('image/png', 'image/jpeg')`.execute(db)
  const reason = found[0]
    ? found[0].size > LARGEST_LOGO
      ? `this image may have ${LARGEST_LOGO / 1_000_000} MB`
      : refusalOfSize(found[0])
    : "choose a PNG or JPEG image among the organisation's files"
  if (reason === null) return
  throw wrong('logo_file_id', `${reason}.`)
}

/** A logo while it is there and small enough; null without one, or if its file is gone. */
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

export async function readLogo({ db, contents }: ApiContext, content_id: number): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of contents.read(await readContent(db, content_id))) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** The logo in an organisation's settings of its site; null without one. */
export async function logoOfOrganisation(context: ApiContext, organisation_id: number): Promise<Buffer | null> {
  const own = await context.db
    .selectFrom('organisation_website')
    .select('logo_file_id')
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirst()
  const logo = await findLogo(context.db, own?.logo_file_id ?? null)
  return logo && (await readLogo(context, logo.content_id))
}

/** Bytes of a logo. */
const LARGEST_LOGO = 5_000_000
