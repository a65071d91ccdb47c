import type { Db, Trx } from '#db/database.ts'
import { administers } from '../../crud/belonging.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { findPlace, rootFolder } from '../tree/tree.ts'
import { findWritable } from '../write_access.ts'

/** Whose quota new files in a folder count against, now: rights may have changed since the request. */
export async function ownerOf(db: Db, viewer: Viewer, organisation_id: number, parent_file_id: number | null) {
  if (parent_file_id === null) {
    if (!administers(viewer, organisation_id)) throw new AppError('forbidden')
    return null
  }
  return (await findWritable(db, viewer, parent_file_id)).owner_user_id
}

/**
 * Where the result of a job goes: beside its source where the person may write there, else into their root folder.
 *
 * @param wanted a folder that the request names; null is the organisation's root
 */
export async function resultFolder(
  trx: Trx,
  viewer: Viewer,
  source: { organisation_id: number; parent_file_id: number | null; is_writable: boolean },
  wanted?: number | null,
): Promise<number | null> {
  const { organisation_id, parent_file_id, is_writable } = source
  if (wanted !== undefined) return (await findPlace(trx, viewer, organisation_id, wanted)).parent_file_id
  if (is_writable && (parent_file_id !== null || administers(viewer, organisation_id))) return parent_file_id
  return rootFolder(trx, organisation_id, viewer.user_id)
}
