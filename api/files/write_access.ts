import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Viewer } from '../crud/viewer.ts'
import { AppError } from '../http/errors.ts'
import { readsFiles, writesFiles } from './access.ts'

/**
 * A file that the viewer may change.
 *
 * @throws {AppError} not_found, forbidden, outdated; not_possible in the trash
 */
export async function findWritable(db: Db, viewer: Viewer, id: number, modified_at?: string, trash = false) {
  const file = await db
    .selectFrom('file')
    .select(['id', 'organisation_id', 'owner_user_id', 'name', 'is_folder', 'modified_at', 'deleted_at', 'scan_state'])
    .select(['parent_file_id', 'size', 'content_id', 'encrypted'])
    .select(sql<boolean>`${writesFiles(viewer)}`.as('writable'))
    .where('id', '=', id)
    .where(readsFiles(viewer))
    .executeTakeFirst()
  if (!file) throw new AppError('not_found', 'There is no such file.', 'id')
  if (!file.writable) throw new AppError('forbidden')
  if (modified_at && Date.parse(modified_at) !== Date.parse(file.modified_at)) throw new AppError('outdated')
  if (file.deleted_at && !trash) throw new AppError('not_possible', 'This is in the trash.')
  return file
}
