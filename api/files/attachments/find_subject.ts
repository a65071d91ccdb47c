import { type SqlBool, sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { untyped } from '../../crud/query.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { filesOrganisation } from '../access.ts'
import type { Subject } from './attach.ts'
import { subjects } from './subjects.ts'

/**
 * What a request names, which the viewer may change; locked, so that it stays.
 *
 * @throws {AppError} bad_request unless there is one, not_found, forbidden
 */
export async function findSubject(
  trx: Trx,
  viewer: Viewer,
  request: Partial<Record<string, number>>,
): Promise<Subject> {
  const named = Object.entries(request).filter(([, id]) => id !== undefined)
  const [column, id] = named[0] ?? []
  if (named.length !== 1) throw wrong('tracker_id', 'give it, boundary_id or maintenance_done_id.')
  const resource = subjects.get(column!.replace(/_id$/, ''))!
  const row = await untyped(trx)
    .selectFrom(resource.table as string)
    .select(['organisation_id', sql<boolean>`${resource.writes(viewer)}`.as('writable')])
    .where(sql<SqlBool>`${sql.ref(`${resource.table}.id`)} = ${id}`)
    .where(resource.reads(viewer))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', `There is no such ${resource.noun ?? resource.name}.`, column)
  if (!row.writable) throw new AppError('forbidden')
  const organisation_id = row.organisation_id as number
  await filesOrganisation(trx, viewer, organisation_id)
  return { organisation_id, column: column as Subject['column'], id: id! }
}
