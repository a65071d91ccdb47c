import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { isPrivateEvidence } from '#db/privacy/evidence.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { readsFiles } from '../access.ts'

/** Attachments of one row, at most. */
const MAX_OF_SUBJECT = 100

/**
 * Attaches files to what the viewer may change. Everybody who sees that reads them from then on, so only files that the
 * viewer sees are attached: their own, the organisation's, and for administrators everybody's.
 *
 * @returns the ids of the attachments; of a file that is attached already, the earlier one
 * @throws {AppError} not_found for a foreign file, not_possible for a folder, what is in the trash, or too many
 */
export async function attach(
  trx: Trx,
  viewer: Viewer,
  { organisation_id, column, id }: Subject,
  file_ids: number[],
  field = 'file_id',
): Promise<number[]> {
  const files = await trx
    .selectFrom('file')
    .select(['id', 'name', 'is_folder', 'deleted_at', 'scan_state', isPrivateEvidence('file').as('is_private')])
    .where('id', 'in', file_ids)
    .where('organisation_id', '=', organisation_id)
    .where(readsFiles(viewer))
    .forShare()
    .execute()
  for (const file_id of file_ids) {
    const file = files.find((one) => one.id === file_id)
    if (!file) throw new AppError('not_found', 'There is no such file.', field)
    const { name, is_folder, deleted_at, scan_state, is_private } = file
    if (is_private) throw new AppError('not_possible', `${name} is evidence of a private record.`, field)
    if (is_folder) throw new AppError('not_possible', `${name} is a folder. Please zip it first.`, field)
    if (deleted_at) throw new AppError('not_possible', `${name} is in the trash.`, field)
    if (scan_state === 'infected') {
      throw new AppError('not_possible', `The virus scan has found something in ${name}.`, field)
    }
  }
  const { rows: taken } = await sql<{ count: number }>`select count(*)::int as count from attachment
    where ${sql.ref(column)} = ${id}`.execute(trx)
  if (taken[0]!.count + file_ids.length > MAX_OF_SUBJECT) {
    throw new AppError('not_possible', `There can be ${MAX_OF_SUBJECT} attached files here.`, field)
  }
  const { rows } = await sql<{ id: number; file_id: number }>`
    insert into attachment (organisation_id, file_id, ${sql.ref(column)}, created_by_user_id)
    select ${organisation_id}, f, ${id}, ${viewer.user_id} from unnest(${file_ids}::bigint[]) with ordinality as u(f, n)
    order by n
    on conflict (${sql.ref(column)}, file_id) where ${sql.ref(column)} is not null do update set modified_at = now()
    returning id, file_id`.execute(trx)
  return file_ids.map((file_id) => rows.find((row) => row.file_id === file_id)!.id)
}

/** A row that files are attached to. */
export type Subject = {
  organisation_id: number
  column: 'tracker_id' | 'boundary_id' | 'message_id' | 'maintenance_done_id'
  id: number
}
