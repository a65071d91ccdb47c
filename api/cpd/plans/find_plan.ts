import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { checkPlanOpen } from '../freezing.ts'
import { devplan } from './devplan.ts'

/**
 * The plan that a request names, of an open cycle, which the viewer may write: their own, or for administrators any.
 *
 * @throws {AppError} not_found, forbidden, archived
 */
export async function findPlanOf(trx: Trx, viewer: Viewer, id: number, field = 'devplan_id') {
  const found = await trx
    .selectFrom('devplan')
    .select(['organisation_id', 'user_id', 'devcycle_id', 'state'])
    .select(sql<boolean>`${devplan.writes(viewer)}`.as('writable'))
    .where('id', '=', id)
    .where(devplan.reads(viewer))
    .executeTakeFirst()
  if (!found) throw new AppError('not_found', 'There is no such plan.', field)
  if (!found.writable) throw new AppError('forbidden')
  await checkPlanOpen(trx, id)
  const { organisation_id, user_id } = found
  return { ...found, of: { organisation_id, user_id } }
}
