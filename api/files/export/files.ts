import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { readsFiles } from '../access.ts'
import { MAX_ENTRIES } from '../serving/zip_stream.ts'
import { type Descendant, descendants } from '../tree/tree.ts'

/** The files of an export, below `files/<organisation>/`, and the paths of those that cannot be read. */
export type ExportFiles = { asked: boolean; entries: Descendant[]; left_out: string[] }

export const noFiles: ExportFiles = { asked: false, entries: [], left_out: [] }

/**
 * Finds the files of a person, or all files of an organisation that the viewer reads, in their folders.
 *
 * @throws {AppError} not_possible for more than a zip may hold
 */
export async function filesToExport(db: Db, viewer: Viewer, of: Owned): Promise<ExportFiles> {
  const owned =
    'organisation_id' in of
      ? sql<boolean>`file.organisation_id = ${of.organisation_id}`
      : sql<boolean>`file.owner_user_id = ${of.user_id}`
  const roots = await db
    .selectFrom('file')
    .innerJoin('organisation as o', 'o.id', 'file.organisation_id')
    .select(['file.id', 'o.name as organisation'])
    .where('file.parent_file_id', 'is', null)
    .where('file.deleted_at', 'is', null)
    .where(owned)
    .where(readsFiles(viewer))
    .orderBy('file.id')
    .execute()
  const top = new Map(roots.map(({ id, organisation }) => [id, organisation]))
  const all = await descendants(db, [...top.keys()], { viewer, limit: MAX_ENTRIES + 1 })
  if (all.length > MAX_ENTRIES) {
    throw new AppError('not_possible', `There are more than ${MAX_ENTRIES} files. Please export with files=false.`)
  }
  const placed = all.map((entry) => ({ ...entry, path: ['files', top.get(entry.top_id)!, ...entry.path] }))
  const isReadable = ({ scan_state }: Descendant) => scan_state !== 'waiting' && scan_state !== 'infected'
  return {
    asked: true,
    entries: placed.filter(isReadable),
    left_out: placed.filter((entry) => !isReadable(entry)).map(({ path }) => path.join('/')),
  }
}

type Owned = { user_id: number } | { organisation_id: number }
