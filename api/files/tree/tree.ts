import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { administers } from '../../crud/belonging.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { readsFiles, writesFiles } from '../access.ts'
import { readsEvidence } from '../evidence_access.ts'
import { nameKey, numberedName, safeName } from '../names.ts'

/** Folders above each other, at most. */
export const MAX_DEPTH = 32

/** Only one change of an organisation's tree at a time: two moves could make a cycle otherwise. Ends with `trx`. */
export async function lockTree(trx: Trx, organisation_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files ${organisation_id}`}, 0))`.execute(trx)
}

/**
 * Where something is to be put: a folder, or without one the organisation's root for administrators, and the person's
 * root folder for others.
 *
 * @throws {AppError} not_found, forbidden, not_possible
 */
export async function findPlace(
  trx: Trx,
  viewer: Viewer,
  organisation_id: number,
  parent_file_id: number | null | undefined,
): Promise<Place> {
  const is_administrator = administers(viewer, organisation_id)
  if (parent_file_id === null || (parent_file_id === undefined && is_administrator)) {
    if (!is_administrator) {
      throw new AppError('forbidden', 'Only an administrator may put something there.', 'parent_file_id')
    }
    return { organisation_id, owner_user_id: null, parent_file_id: null, depth: 0 }
  }
  const id = parent_file_id ?? (await rootFolder(trx, organisation_id, viewer.user_id))
  const folder = await trx
    .selectFrom('file')
    .select(['organisation_id', 'owner_user_id', 'is_folder', 'deleted_at'])
    .select(sql<boolean>`${writesFiles(viewer)}`.as('writable'))
    .where('id', '=', id)
    .where('organisation_id', '=', organisation_id)
    .where(readsFiles(viewer))
    .executeTakeFirst()
  if (!folder) throw new AppError('not_found', 'There is no such folder.', 'parent_file_id')
  if (!folder.writable) throw new AppError('forbidden', 'You may not change this folder.', 'parent_file_id')
  if (!folder.is_folder) throw new AppError('not_possible', 'That is not a folder.', 'parent_file_id')
  if (folder.deleted_at) throw new AppError('not_possible', 'This folder is in the trash.', 'parent_file_id')
  const { owner_user_id } = folder
  return { organisation_id, owner_user_id, parent_file_id: id, depth: await depthOf(trx, id) }
}

/** The person's root folder, created on first need. */
export async function rootFolder(db: Db, organisation_id: number, user_id: number): Promise<number> {
  const find = () =>
    db
      .selectFrom('file')
      .select('id')
      .where('organisation_id', '=', organisation_id)
      .where('owner_user_id', '=', user_id)
      .where('parent_file_id', 'is', null)
      .executeTakeFirst()
  const found = await find()
  if (found) return found.id
  const { name } = await db
    .selectFrom('user_account')
    .select(sql<string>`coalesce(nullif(trim(name), ''), username)`.as('name'))
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const safe = safeName(name)
  const values = { organisation_id, owner_user_id: user_id, is_folder: true, name: safe, name_key: nameKey(safe) }
  await db
    .insertInto('file')
    .values(values)
    .onConflict((on) => on.doNothing())
    .execute()
  return (await find())!.id
}

/** How many folders are around what is in the folder. */
export async function depthOf(db: Db, folder_id: number): Promise<number> {
  const { rows } = await sql<{ depth: number }>`
    with recursive up as (select id, parent_file_id, 1 as depth from file where id = ${folder_id}
      union all select f.id, f.parent_file_id, up.depth + 1 from file f join up on f.id = up.parent_file_id
        where up.depth < 100)
    select max(depth)::int as depth from up`.execute(db)
  return rows[0]!.depth
}

/** Whether a folder is another one, or inside it. */
export async function isInside(db: Db, folder_id: number, outer_id: number): Promise<boolean> {
  const { rows } = await sql`
    with recursive up as (select id, parent_file_id, 1 as depth from file where id = ${folder_id}
      union all select f.id, f.parent_file_id, up.depth + 1 from file f join up on f.id = up.parent_file_id
        where up.depth < 100)
    select from up where id = ${outer_id}`.execute(db)
  return rows.length > 0
}

/** The folders above each other in a folder, itself included, and the bytes in it. */
export async function measure(db: Db, id: number): Promise<{ height: number; bytes: number }> {
  const { rows } = await sql<{ height: number; bytes: number }>`
    with recursive down as (select id, is_folder, size, 1 as depth from file where id = ${id}
      union all select f.id, f.is_folder, f.size, down.depth + 1 from file f join down on f.parent_file_id = down.id
        where down.depth < 100)
    select coalesce(max(depth) filter (where is_folder), 0)::int as height,
      coalesce(sum(size), 0)::float8 as bytes from down`.execute(db)
  return rows[0]!
}

/**
 * A file or folder with all that is in it, with the path from there, parents before their children. What is in the trash is left
 * out, unless `trash` asks for all; so is, for a viewer, evidence that they may not read.
 */
export async function descendants(db: Db, ids: number[], options: DescendantOptions = {}): Promise<Descendant[]> {
  const { trash = false, viewer, limit = 1_000_000 } = options
  const live = trash ? sql`true` : sql`f.deleted_at is null`
  const seen = viewer ? readsEvidence(viewer, 'f') : sql`true`
  const { rows } = await sql<Descendant>`
    with recursive down as (
      select f.id, f.parent_file_id, f.is_folder, f.name, f.size, f.content_id, f.mimetype, f.scan_state, f.modified_at,
        array[f.name] as path, f.id as top_id
      from file f where f.id = any(${ids}::bigint[]) and ${live} and ${seen}
      union all
      select f.id, f.parent_file_id, f.is_folder, f.name, f.size, f.content_id, f.mimetype, f.scan_state, f.modified_at,
        down.path || f.name, down.top_id
      from file f join down on f.parent_file_id = down.id
      where ${live} and ${seen} and cardinality(down.path) < 100
    )
    select * from down order by cardinality(path), path limit ${limit}`.execute(db)
  return rows
}

/** Checks a name at a place, in a transaction that holds the tree's lock. @returns the name, with a number if needed */
export async function freeName(trx: Trx, place: Place, name: string, options: NameOptions = {}): Promise<string> {
  const { on_conflict, except = 0 } = options
  const taken = async (wanted: string) => {
    const { rows } = await sql`select 1 from file where organisation_id = ${place.organisation_id}
      and owner_user_id is not distinct from ${place.owner_user_id}::bigint
      and parent_file_id is not distinct from ${place.parent_file_id}::bigint
      and name_key = ${nameKey(wanted)} and deleted_at is null and id <> ${except}`.execute(trx)
    return rows.length > 0
  }
  if (!(await taken(name))) return name
  if (on_conflict !== 'rename') throw nameConflict()
  for (let number = 2; ; number++) {
    const other = numberedName(name, number)
    if (!(await taken(other))) return other
    if (number > 10_000) throw nameConflict()
  }
}

/** Free names for many new files of a place, each different from those before it; numbered where they are taken. */
export async function freeNames(trx: Trx, place: Place, names: string[]): Promise<string[]> {
  const free: string[] = [...names]
  const given = new Set<string>()
  let open = names.map((_, i) => i)
  for (let number = 1; open.length > 0; number++) {
    if (number > 10_000) throw nameConflict()
    for (const i of open) if (number > 1) free[i] = numberedName(names[i]!, number)
    const { rows } = await sql<{ name_key: string }>`select name_key from file
      where organisation_id = ${place.organisation_id}
        and owner_user_id is not distinct from ${place.owner_user_id}::bigint
        and parent_file_id is not distinct from ${place.parent_file_id}::bigint
        and name_key = any(${open.map((i) => nameKey(free[i]!))}::text[]) and deleted_at is null`.execute(trx)
    const taken = new Set(rows.map(({ name_key }) => name_key))
    open = open.filter((i) => {
      const key = nameKey(free[i]!)
      if (taken.has(key) || given.has(key)) return true
      given.add(key)
      return false
    })
  }
  return free
}

export function checkDepth(depth: number): void {
  if (depth > MAX_DEPTH) {
    throw new AppError('not_possible', `Folders can be nested ${MAX_DEPTH} deep, no deeper.`, 'parent_file_id')
  }
}

/** A name that another process took at the same moment. */
export function asNameConflict(error: unknown): unknown {
  return isUniqueViolation(error) ? nameConflict() : error
}

const nameConflict = () => new AppError('name_conflict', 'There is something of this name already.', 'name')

export type Place = {
  organisation_id: number
  owner_user_id: number | null
  parent_file_id: number | null
  depth: number
}
export type Descendant = {
  id: number
  parent_file_id: number | null
  is_folder: boolean
  name: string
  size: number
  content_id: number | null
  mimetype: string | null
  scan_state: string
  modified_at: string
  /** Names from the one that was asked for. */
  path: string[]
  top_id: number
}
type DescendantOptions = { trash?: boolean; viewer?: Viewer; limit?: number }
type NameOptions = { on_conflict?: 'rename' | undefined; except?: number }
