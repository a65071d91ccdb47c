import type { Db } from '#db/database.ts'
import { storableText } from '#db/text.ts'
import { administers } from '../../crud/belonging.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { checkServed } from '../../http/backends.ts'
import { AppError, wrong } from '../../http/errors.ts'

/**
 * Checks that a viewer may enter, correct or remove events of a time, and counts it: only administrators of the tracker's
 * organisation do. Who owns a tracker has no say in what it has reported.
 *
 * @throws {AppError} forbidden; archived, by a data lock; too_many_requests
 */
export async function checkAdministered(
  db: Db,
  viewer: Viewer,
  { organisation_id, fix_at }: { organisation_id: number; fix_at: string },
): Promise<void> {
  if (!administers(viewer, organisation_id)) {
    throw new AppError('forbidden', 'Only an administrator of the organisation may do that.')
  }
  await checkServed(db, organisation_id)
  const lock = await db
    .selectFrom('data_lock')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('locked_until', '>', fix_at)
    .executeTakeFirst()
  if (lock) throw new AppError('archived', 'fix_at: records of this time are locked.', 'fix_at')
  await takeAttempt(db, 'event_change', organisation_id)
}

/** @throws {AppError} bad_request for a text of spaces only */
export function textOf(field: string, value: string): string {
  const text = storableText(value.trim())
  if (text === '') throw wrong(field, 'is empty.')
  return text
}
