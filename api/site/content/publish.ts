import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { audit } from '../../crud/audit.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'

/** Versions of a page that are kept. */
const KEPT_VERSIONS = 100

/**
 * Publishes what administrators have written of a page that is locked.
 *
 * @throws {AppError} outdated where readers see it already, as after another person has published it at the same time
 */
export async function publish(trx: Trx, viewer: Viewer, id: number): Promise<void> {
  const page = await readPage(trx, id)
  if (page.state === 'published' && isSame(page, page.published)) {
    throw new AppError('outdated', `This is published already, as version ${page.version}. Please reload.`)
  }
  await addVersion(trx, viewer, page, page)
  await auditVersion(trx, viewer, 'pagecontent.publish', page, page.version + 1)
}

/**
 * Publishes an earlier version of a page that is locked, as a new version. That which readers see already only replaces
 * what was changed since.
 *
 * @throws {AppError} not_found for a version that does not exist; outdated where there is nothing to change
 */
export async function revert(trx: Trx, viewer: Viewer, id: number, version: number): Promise<void> {
  const page = await readPage(trx, id)
  const earlier = await readVersion(trx, id, version)
  if (!earlier) throw new AppError('not_found', 'There is no such version of this page.', 'version')
  if (page.state === 'published' && isSame(earlier, page.published)) {
    if (isSame(page, earlier)) throw new AppError('outdated', 'Readers see this version already. Please reload.')
    const { title, text } = earlier
    await trx.updateTable('page_content').set({ title, text, modified_at: sql`now()` }).where('id', '=', id).execute()
  } else {
    await addVersion(trx, viewer, page, earlier)
  }
  await auditVersion(trx, viewer, 'pagecontent.revert', page, version)
}

async function readPage(trx: Trx, id: number) {
  const page = await trx
    .selectFrom('page_content')
    .select(['id', 'organisation_id', 'title', 'text', 'state', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...page, published: await readVersion(trx, id, page.version) }
}

function readVersion(trx: Trx, id: number, version: number): Promise<Words | undefined> {
  return trx
    .selectFrom('page_content_version')
    .select(['title', 'text'])
    .where('page_content_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
}

async function addVersion(trx: Trx, viewer: Viewer, page: Page, { title, text }: Words): Promise<void> {
  if (text.trim() === '') throw wrong('text', 'is empty, so there is nothing to publish.')
  const { id, organisation_id } = page
  const version = page.version + 1
  await trx
    .insertInto('page_content_version')
    .values({ organisation_id, page_content_id: id, version, title, text, published_by_user_id: viewer.user_id })
    .execute()
  await trx
    .updateTable('page_content')
    .set({ title, text, state: 'published', version, published_at: sql`now()`, modified_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await trx
    .deleteFrom('page_content_version')
    .where('page_content_id', '=', id)
    .where('version', '<=', version - KEPT_VERSIONS)
    .execute()
}

function auditVersion(trx: Trx, viewer: Viewer, action: string, { id, organisation_id }: Page, version: number) {
  return audit(trx, viewer, action, { organisation_id, entity: 'pagecontent', entity_id: id, details: { version } })
}

const isSame = (one: Words, other: Words | undefined) => one.title === other?.title && one.text === other?.text

type Words = { title: string; text: string }
type Page = Awaited<ReturnType<typeof readPage>>
