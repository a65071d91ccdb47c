import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { filesOrganisation } from '../access.ts'
import { readsEvidence } from '../evidence_access.ts'
import { checkFileName, nameKey } from '../names.ts'
import { checkRoom } from '../quota.ts'
import { isLarge, unsettle, unsettleForever } from './settle.ts'
import {
  checkDepth,
  depthOf,
  descendants,
  findPlace,
  freeName,
  isInside,
  lockTree,
  measure,
  type Place,
  rootFolder,
} from './tree.ts'

/** Changes of the tree. Each runs in a transaction, and holds the lock of the organisation's tree. */

export async function createFolder(trx: Trx, viewer: Viewer, body: NewFolder): Promise<{ id: number }> {
  const wanted = checkFileName(body.name)
  const organisation_id = await organisationOf(trx, viewer, body)
  await lockTree(trx, organisation_id)
  const place = await findPlace(trx, viewer, organisation_id, body.parent_file_id)
  checkDepth(place.depth + 1)
  const name = await freeName(trx, place, wanted, body)
  await checkCount(trx, organisation_id)
  return insertFile(trx, place, { is_folder: true, name, hidden: body.hidden ?? false })
}

/** Renames, hides or moves. */
export async function updateFile(trx: Trx, viewer: Viewer, changes: Changes): Promise<void> {
  const { id, organisation_id, name, hidden, parent_file_id, on_conflict } = changes
  if (name === undefined && hidden === undefined && parent_file_id === undefined) return
  await lockTree(trx, organisation_id)
  const file = await readFile(trx, id)
  if (file.deleted_at) throw new AppError('not_possible', 'This is in the trash. Please restore it first.')
  const is_moved = parent_file_id !== undefined && parent_file_id !== file.parent_file_id
  if ((name !== undefined && name !== file.name) || is_moved) checkNoRoot(file, is_moved ? 'moved' : 'renamed')
  const place = is_moved ? await placeFor(trx, viewer, file, parent_file_id) : placeOf(file)
  const wanted = name === undefined ? file.name : checkFileName(name)
  const free =
    is_moved || wanted !== file.name ? await freeName(trx, place, wanted, { on_conflict, except: id }) : file.name
  await trx
    .updateTable('file')
    .set({
      name: free,
      name_key: nameKey(free),
      parent_file_id: place.parent_file_id,
      // At once: a second folder of the person at the top would be a second root.
      ...(is_moved && { owner_user_id: place.owner_user_id }),
      modified_at: sql<string>`now()`,
      ...(hidden !== undefined && { hidden }),
    })
    .where('id', '=', id)
    .execute()
  if (is_moved && place.owner_user_id !== file.owner_user_id) await giveTo(trx, id, place)
}

/** Moves to the trash what is readable and writable; `forever` removes it. */
export async function deleteFile(trx: Trx, viewer: Viewer, { id, organisation_id }: Key, forever: boolean) {
  await lockTree(trx, organisation_id)
  const file = await readFile(trx, id)
  checkNoRoot(file, 'deleted')
  await checkAllSeen(trx, viewer, id)
  await checkNoEvidence(trx, id)
  const is_large = await isLarge(trx, id)
  if (forever) {
    if (is_large) await unsettleForever(trx, id)
    else await trx.deleteFrom('file').where('id', '=', id).execute()
    return
  }
  if (file.deleted_at) throw new AppError('not_possible', 'This is in the trash already.')
  if (is_large) await unsettle(trx, id)
  const ids = is_large ? [id] : (await descendants(trx, [id], { trash: true })).map((one) => one.id)
  await sql`update file set deleted_at = now(), deleted_by_user_id = ${viewer.user_id}, trash_file_id = ${id},
      public_until = null, public_sha256 = null, public_sealed = null, shared_by_user_id = null
    where id = any(${ids}::bigint[]) and deleted_at is null`.execute(trx)
}

/** Takes a deletion out of the trash: to where it was, or to the root where that folder is gone. */
export async function restore(trx: Trx, viewer: Viewer, changes: Changes): Promise<void> {
  const { id, organisation_id, on_conflict } = changes
  await lockTree(trx, organisation_id)
  const file = await readFile(trx, id)
  if (file.trash_file_id !== id) {
    throw new AppError('not_possible', file.deleted_at ? 'Please restore its folder.' : 'This is not in the trash.')
  }
  const parent = file.parent_file_id === null ? null : await readFile(trx, file.parent_file_id).catch(() => null)
  const place = parent?.deleted_at ? await topOf(trx, viewer, file) : placeOf(file)
  const name = await freeName(trx, place, file.name, { on_conflict, except: id })
  const { parent_file_id } = place
  const is_large = await isLarge(trx, id)
  await trx
    .updateTable('file')
    .set({ name, name_key: nameKey(name), parent_file_id, ...(is_large && { unsettled: true }) })
    .where('id', '=', id)
    .execute()
  await sql`update file set deleted_at = null, deleted_by_user_id = null, trash_file_id = null, modified_at = now()
    where trash_file_id = ${id} and ${is_large ? sql`id = ${id}` : sql`true`}`.execute(trx)
}

/** Inserts a file or folder at a place. */
export async function insertFile(trx: Trx, place: Place, values: NewFile): Promise<{ id: number }> {
  const { organisation_id, owner_user_id, parent_file_id } = place
  return trx
    .insertInto('file')
    .values({ organisation_id, owner_user_id, parent_file_id, ...values, name_key: nameKey(values.name) })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Inserts files or folders into folders of one owner, with one statement. Their names must be free. */
export async function insertFiles(trx: Trx, place: Place, files: PlacedFile[]): Promise<{ id: number }[]> {
  const { organisation_id, owner_user_id } = place
  const rows = files.map((file, i) => ({ ...file, name_key: nameKey(file.name), i }))
  const { rows: inserted } = await sql<{ id: number }>`
    insert into file (organisation_id, owner_user_id, parent_file_id, name, name_key, is_folder, content_id, size, sha256,
      mimetype, width, height, encrypted, scan_state, uploaded_by_user_id, uploaded_at, job_id, evidence_copies)
    select ${organisation_id}, ${owner_user_id}::bigint, g.parent_file_id, g.name, g.name_key,
      coalesce(g.is_folder, false), g.content_id, coalesce(g.size, 0), g.sha256, g.mimetype, g.width, g.height,
      coalesce(g.encrypted, false), coalesce(g.scan_state, 'none'), g.uploaded_by_user_id, g.uploaded_at, g.job_id,
      g.evidence_copies
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g (parent_file_id bigint, name text, name_key text, is_folder boolean, content_id bigint, size bigint,
        sha256 text, mimetype text, width integer, height integer, encrypted boolean, scan_state text,
        uploaded_by_user_id bigint, uploaded_at timestamptz, job_id bigint, evidence_copies text[], i integer)
    order by i returning id`.execute(trx)
  return inserted
}

/** Files and folders of an organisation, at most: what lists, moves and the trash are made for. */
export async function checkCount(trx: Trx, organisation_id: number, more = 1): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from
    (select from file where organisation_id = ${organisation_id} limit ${MAX_FILES + 1}) f`.execute(trx)
  if (rows[0]!.count + more > MAX_FILES) {
    throw new AppError('not_possible', `This organisation has ${MAX_FILES} files and folders, as many as it may have.`)
  }
}

/**
 * Refuses to delete a folder with private evidence, or to change its owner, for everyone but the owner. The answer does
 * not say what is in it.
 *
 * @throws {AppError} not_possible
 */
async function checkAllSeen(trx: Trx, viewer: Viewer, id: number): Promise<void> {
  const { rows } = await sql`
    with recursive down as (select id from file where id = ${id}
      union all select f.id from file f join down on f.parent_file_id = down.id)
    select 1 from file join down on down.id = file.id where not ${readsEvidence(viewer)} limit 1`.execute(trx)
  if (rows.length > 0) throw new AppError('not_possible', 'Only its owner may do that.')
}

/** @throws {AppError} not_possible that names what a file, or one in the folder, is evidence of */
export async function checkNoEvidence(trx: Trx, id: number): Promise<void> {
  const { rows } = await sql<{ name: string; title: string }>`
    with recursive down as (select id from file where id = ${id}
      union all select f.id from file f join down on f.parent_file_id = down.id)
    select f.name, e.title from down join file_evidence e on e.file_id = down.id join file f on f.id = e.file_id
    order by f.name limit 1`.execute(trx)
  if (rows[0]) throw new AppError('not_possible', `${rows[0].name} is evidence of ${rows[0].title}.`)
}

async function organisationOf(trx: Trx, viewer: Viewer, { organisation_id, parent_file_id }: NewFolder) {
  if (organisation_id === undefined && parent_file_id) {
    const folder = await trx
      .selectFrom('file')
      .select('organisation_id')
      .where('id', '=', parent_file_id)
      .executeTakeFirst()
    const isOurs =
      viewer.platform_admin || viewer.memberships.some((m) => m.organisation_id === folder?.organisation_id)
    if (!folder || !isOurs) throw new AppError('not_found', 'There is no such folder.', 'parent_file_id')
    return filesOrganisation(trx, viewer, folder.organisation_id)
  }
  return filesOrganisation(trx, viewer, organisation_id)
}

export { organisationOf as organisationOfPlace }

/** Where a file is moved to. */
async function placeFor(trx: Trx, viewer: Viewer, file: FileRow, parent_file_id: number | null): Promise<Place> {
  const place = await findPlace(trx, viewer, file.organisation_id, parent_file_id)
  if (parent_file_id !== null && (await isInside(trx, parent_file_id, file.id))) {
    throw new AppError('not_possible', 'A folder cannot be moved into itself.', 'parent_file_id')
  }
  const { height, bytes } = await measure(trx, file.id)
  checkDepth(place.depth + height)
  if (place.owner_user_id !== file.owner_user_id) await checkAllSeen(trx, viewer, file.id)
  if (place.owner_user_id !== null && place.owner_user_id !== file.owner_user_id) await checkRoom(trx, place, bytes)
  return place
}

/** A folder moved to another person, or to the organisation, belongs to them with all that is in it. */
async function giveTo(trx: Trx, id: number, { owner_user_id }: Place): Promise<void> {
  if (await isLarge(trx, id)) {
    await trx.updateTable('file').set({ owner_user_id, unsettled: true }).where('id', '=', id).execute()
    return
  }
  const ids = (await descendants(trx, [id], { trash: true })).map((one) => one.id)
  await sql`update file set owner_user_id = ${owner_user_id}::bigint where id = any(${ids}::bigint[])`.execute(trx)
}

async function topOf(trx: Trx, viewer: Viewer, { organisation_id, owner_user_id }: FileRow): Promise<Place> {
  if (owner_user_id === null) return findPlace(trx, viewer, organisation_id, null)
  const parent_file_id = await rootFolder(trx, organisation_id, owner_user_id)
  return { organisation_id, owner_user_id, parent_file_id, depth: await depthOf(trx, parent_file_id) }
}

const placeOf = ({ organisation_id, owner_user_id, parent_file_id }: FileRow): Place => ({
  organisation_id,
  owner_user_id,
  parent_file_id,
  depth: 0,
})

function checkNoRoot({ parent_file_id, owner_user_id }: FileRow, verb: string): void {
  if (parent_file_id === null && owner_user_id !== null) {
    throw new AppError('not_possible', `The root folder of a person cannot be ${verb}.`)
  }
}

const readFile = (trx: Trx, id: number) =>
  trx
    .selectFrom('file')
    .select(['id', 'organisation_id', 'owner_user_id', 'parent_file_id', 'is_folder', 'name', 'deleted_at'])
    .select('trash_file_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('not_found', 'There is no such file.', 'id'))

const MAX_FILES = 1_000_000

type Key = { id: number; organisation_id: number }
type FileRow = Awaited<ReturnType<typeof readFile>>
type NewFolder = {
  name: string
  organisation_id?: number
  parent_file_id?: number | null
  hidden?: boolean
  on_conflict?: 'rename'
}
type Changes = Key & { name?: string; hidden?: boolean; parent_file_id?: number | null; on_conflict?: 'rename' }
/** The columns that a file has from its stored content. */
export type FileContent = {
  content_id: number
  size: number
  sha256: string
  mimetype: string
  width: number | null
  height: number | null
  encrypted: boolean
  scan_state: 'none' | 'waiting'
  evidence_copies: string[] | null
}
export type PlacedFile = NewFile & { parent_file_id: number | null; job_id?: number }
type NewFile = { name: string } & Partial<
  FileContent & { is_folder: boolean; hidden: boolean; uploaded_by_user_id: number; uploaded_at: string }
>
