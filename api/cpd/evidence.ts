import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { isPrivateEvidence } from '#db/privacy/evidence.ts'
import { Id } from '#db/tables/columns.ts'
import { withoutLink } from '#db/tables/files/file.ts'
import type { Viewer } from '../crud/viewer.ts'
import { readsFiles } from '../files/access.ts'
import { readsEvidence } from '../files/evidence_access.ts'
import { AppError } from '../http/errors.ts'

export const EvidenceIds = Type.Array(Id, { maxItems: 50, uniqueItems: true, description: 'Files of the person' })
export const EvidenceRows = Type.Array(Type.Object({ file_id: Id, name: Type.String(), size: Type.Integer() }))

/** What is evidence of a row; a file with evidence cannot be deleted. */
export type EvidenceOf =
  | 'devactivity'
  | 'procedure'
  | 'devqualification'
  | 'devform'
  | 'devwaiver'
  | 'cpd_assessment'
  | 'cpd_audit'

/** The files of a row that the viewer reads, as a JSON list: one of them may be evidence of a private row, too. */
export const evidenceOf =
  (entity: EvidenceOf) =>
  (viewer: Viewer): RawBuilder<unknown> =>
    sql`(
  select coalesce(json_agg(json_build_object('file_id', f.id, 'name', f.name, 'size', f.size) order by f.id), '[]')
  from file_evidence shown join file f on f.id = shown.file_id
  where shown.entity = ${entity} and shown.entity_id = ${sql.ref(`${entity}.id`)} and ${readsEvidence(viewer, 'f')})`

/**
 * Replaces the files that are evidence of a row; undefined leaves them. Public links of what is private now end.
 *
 * @throws {AppError} not_found for a file that is not the person's own, not_possible for a folder or one in the trash
 */
export async function writeEvidence(trx: Trx, viewer: Viewer, row: Row, file_ids: number[] | undefined) {
  if (file_ids !== undefined) {
    checkFiles(await filesFor(trx, viewer, row, file_ids), file_ids, row.field)
    await removeEvidence(trx, row)
    await insertEvidence(trx, [{ ...row, file_ids }])
  }
  await endPublicLinks(trx, row.entity, [row.entity_id])
}

/** Of files that are evidence of private rows. */
export async function endPublicLinks(trx: Trx, entity: EvidenceOf, entity_ids: number[]): Promise<void> {
  await trx
    .updateTable('file')
    .set(withoutLink)
    .where('public_sha256', 'is not', null)
    .where('id', 'in', (of) =>
      of
        .selectFrom('file_evidence')
        .select('file_id')
        .where('entity', '=', entity)
        .where('entity_id', '=', sql<number>`any(${`{${entity_ids.join(',')}}`}::bigint[])`),
    )
    .where(isPrivateEvidence('file'))
    .execute()
}

/** Those of the files that are the person's own; locked, so that they stay until the transaction has ended. */
export async function filesFor(
  db: Db,
  viewer: Viewer,
  { organisation_id, user_id }: Pick<Row, 'organisation_id' | 'user_id'>,
  file_ids: number[],
): Promise<EvidenceFile[]> {
  if (file_ids.length === 0) return []
  return db
    .selectFrom('file')
    .select(['id', 'name', 'is_folder', 'deleted_at', 'scan_state'])
    .where('id', '=', sql<number>`any(${`{${file_ids.join(',')}}`}::bigint[])`)
    .where('organisation_id', '=', organisation_id)
    .where('owner_user_id', '=', user_id)
    .where(readsFiles(viewer))
    .forShare()
    .execute()
}

/** @throws {AppError} as `writeEvidence`, for a file that is not among those of the person */
export function checkFiles(files: EvidenceFile[], file_ids: number[], field = 'evidence'): void {
  for (const file_id of file_ids) {
    const file = files.find(({ id }) => id === file_id)
    if (!file) throw new AppError('not_found', 'There is no such file of yours.', field)
    if (file.is_folder) throw new AppError('not_possible', `${file.name} is a folder.`, field)
    if (file.deleted_at) throw new AppError('not_possible', `${file.name} is in the trash.`, field)
    if (file.scan_state === 'infected') {
      throw new AppError('not_possible', `The virus scan has found something in ${file.name}.`, field)
    }
  }
}

/** Inserts what is evidence of rows that have none, after `checkFiles`. */
export async function insertEvidence(trx: Trx, rows: (Row & { file_ids: number[] })[]): Promise<void> {
  const values = rows.flatMap(({ organisation_id, entity, entity_id, title, file_ids }) =>
    file_ids.map((file_id) => ({ file_id, organisation_id, entity, entity_id, title: title || entity })),
  )
  if (values.length > 0) await trx.insertInto('file_evidence').values(values).execute()
}

export async function removeEvidence(trx: Trx, { entity, entity_id }: Pick<Row, 'entity' | 'entity_id'>) {
  await trx.deleteFrom('file_evidence').where('entity', '=', entity).where('entity_id', '=', entity_id).execute()
}

type EvidenceFile = { id: number; name: string; is_folder: boolean; deleted_at: string | null; scan_state: string }

/** @property field where the files were named, for errors */
type Row = {
  organisation_id: number
  user_id: number
  entity: EvidenceOf
  entity_id: number
  title: string
  field?: string
}
