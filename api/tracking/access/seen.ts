import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { Resource } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'

/** @throws {AppError} not_found, unless a row that is referred to is of the organisation and the viewer sees it */
export async function checkSeen(trx: Trx, viewer: Viewer, resource: Seen, referred: Referred): Promise<void> {
  const { organisation_id, id, field } = referred
  const { rows } = await sql`select from ${sql.table(resource.table)}
    where organisation_id = ${organisation_id} and id = ${id} and ${resource.reads(viewer)}`.execute(trx)
  if (rows.length === 0) throw new AppError('not_found', `There is no such ${resource.noun ?? resource.name}.`, field)
}

type Seen = Pick<Resource, 'name' | 'noun' | 'table' | 'reads'>
type Referred = { organisation_id: number; id: number; field: string }
