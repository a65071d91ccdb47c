import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { dispatchesTracker, readsDriver, readsTracker } from '../access/scopes.ts'

/** The organisation of a tracker that the viewer dispatches. @throws {AppError} not_found, forbidden */
export async function organisationOf(trx: Trx, viewer: Viewer, tracker_id: number): Promise<number> {
  const tracker = await trx
    .selectFrom('tracker')
    .select(['organisation_id'])
    .where('id', '=', tracker_id)
    .where(readsTracker(viewer))
    .executeTakeFirst()
  if (!tracker) throw new AppError('not_found', 'There is no such tracker.', 'tracker_id')
  const of = sql`select t.organisation_id, t.id as tracker_id from tracker t where t.id = ${tracker_id}`
  if (!(await isSome(trx, of, dispatchesTracker(viewer, 'subject')))) throw new AppError('forbidden')
  return tracker.organisation_id
}

/** Whether there is a subject of a shift, as rows of `of`, that is in a scope over `subject`. */
export async function isSome(trx: Trx, of: RawBuilder<unknown>, scope: unknown): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (select from (${of}) as subject
    where ${scope as RawBuilder<SqlBool>}) as is`.execute(trx)
  return rows[0]!.is
}

/** @throws {AppError} not_found for a driver of others, or whom the viewer does not see */
export async function checkDriver(trx: Trx, viewer: Viewer, organisation_id: number, driver_id: number): Promise<void> {
  const driver = await trx
    .selectFrom('driver')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', driver_id)
    .where(readsDriver(viewer))
    .forKeyShare()
    .executeTakeFirst()
  if (!driver) throw new AppError('not_found', 'There is no such driver.', 'driver_id')
}
