import { type Kysely, sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { inBackground } from '#db/embedded/session_queue.ts'
import { Pace } from '#db/pace.ts'
import type { Database } from '#db/tables/index.ts'
import { isInside } from './tree.ts'

/**
 * Changes of a large folder are done in parts. The transaction of the request changes the folder itself and marks it as
 * unsettled; then what is in it follows, in short transactions: into the trash or out of it, to another owner, or away
 * for good. Each part can be done again, so whatever process finds an unsettled folder continues.
 */

/** Whether there is so much in a folder that it is changed in parts. */
export async function isLarge(trx: Trx, id: number): Promise<boolean> {
  const { rows } = await sql`with recursive down as (select f.id from file f where f.parent_file_id = ${id}
      union all select f.id from file f join down on f.parent_file_id = down.id)
    select from down limit ${AT_ONCE + 1}`.execute(trx)
  return rows.length > AT_ONCE
}

/** Marks a folder whose content has to follow. */
export async function unsettle(trx: Trx, id: number): Promise<void> {
  await trx.updateTable('file').set({ unsettled: true }).where('id', '=', id).execute()
}

/** Marks a folder as one that is deleted for good: from now on it is in no list. */
export async function unsettleForever(trx: Trx, id: number): Promise<void> {
  await sql`update file set deleted_at = coalesce(deleted_at, now()), trash_file_id = null, unsettled = true
    where id = ${id}`.execute(trx)
}

/** Lets what is in a folder follow it. A process that is killed leaves the rest to `settleAll`. */
export async function settle(db: Kysely<Database>, id: number): Promise<void> {
  await inBackground(async () => {
    // Again where it was changed once more in the meantime.
    while (!(await settleOnce(db, id)));
  })
}

/** Finishes what killed processes have left. */
export async function settleAll(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from file where unsettled order by id limit 100`.execute(db)
  for (const { id } of rows) await settle(db, id)
}

/** @returns whether all is settled */
async function settleOnce(db: Kysely<Database>, id: number): Promise<boolean> {
  const top = await db.selectFrom('file').select(columns).where('id', '=', id).executeTakeFirst()
  if (!top?.unsettled) return true
  const pace = new Pace()
  const transaction = <T>(work: (trx: Trx) => Promise<T>) => db.transaction().execute(work)
  const folders = await foldersIn(db, id)
  // Folders are removed when they are empty.
  for (const folder of isGoing(top) ? folders.reverse() : folders) {
    for (;;) {
      const changed = await pace.part(transaction, async (trx, rows) => {
        if (!(await isUnchanged(trx, top)) || !(await isInside(trx, folder, id))) return null
        return isGoing(top) ? removePart(trx, folder, rows) : followPart(trx, top, folder, rows)
      })
      if (changed === null) return false
      if (changed === 0) break
    }
  }
  return transaction(async (trx) => {
    if (!(await isUnchanged(trx, top))) return false
    if (isGoing(top)) await trx.deleteFrom('file').where('id', '=', id).execute()
    else await trx.updateTable('file').set({ unsettled: false }).where('id', '=', id).execute()
    return true
  })
}

/** The folder and those in it, parents before their children. */
async function foldersIn(db: Kysely<Database>, id: number): Promise<number[]> {
  const found = [id]
  for (let at = 0; at < found.length; ) {
    const some = found.slice(at, at + AT_ONCE)
    at += some.length
    const { rows } = await sql<{ id: number }>`select id from file
      where parent_file_id = any(${`{${some.join(',')}}`}::bigint[]) and is_folder`.execute(db)
    for (const row of rows) found.push(row.id)
  }
  return found
}

/** Locks the top: a change of it waits, and then begins again. */
async function isUnchanged(trx: Trx, top: Top): Promise<boolean> {
  const now = await trx.selectFrom('file').select(columns).where('id', '=', top.id).forNoKeyUpdate().executeTakeFirst()
  return JSON.stringify(now) === JSON.stringify(top)
}

const isGoing = ({ deleted_at, trash_file_id }: Top) => deleted_at !== null && trash_file_id === null

async function removePart(trx: Trx, folder: number, rows: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from file where id in (
    select id from file where parent_file_id = ${folder} limit ${rows})`.execute(trx)
  return Number(numAffectedRows)
}

/** What is in a folder has its owner; in the trash are those that went there with it. */
async function followPart(trx: Trx, top: Top, folder: number, rows: number): Promise<number> {
  const { id, owner_user_id, deleted_at, deleted_by_user_id } = top
  const trashed = sql`deleted_at = ${deleted_at}, deleted_by_user_id = ${deleted_by_user_id}::bigint,
    trash_file_id = ${id}, public_until = null, public_sha256 = null,
    public_sealed = null, shared_by_user_id = null`
  const restored = sql`deleted_at = null, deleted_by_user_id = null, trash_file_id = null, modified_at = now()`
  const given = sql`owner_user_id = ${owner_user_id}::bigint`
  const [set, wrong] = deleted_at
    ? [trashed, sql`deleted_at is null`]
    : [sql`${given}, ${restored}`, sql`trash_file_id = ${id}`]
  const { numAffectedRows } = await sql`update file set ${set} where id in (
    select id from file where parent_file_id = ${folder} and ${wrong} limit ${rows})`.execute(trx)
  if (Number(numAffectedRows) > 0 || deleted_at) return Number(numAffectedRows)
  const { numAffectedRows: moved } = await sql`update file set ${given} where id in (select id from file
    where parent_file_id = ${folder} and owner_user_id is distinct from ${owner_user_id}::bigint limit ${rows})`.execute(
    trx,
  )
  return Number(moved)
}

/** What is in a folder, at most, where all of it is changed in the transaction of the request. */
const AT_ONCE = 200
const columns = ['id', 'owner_user_id', 'deleted_at', 'deleted_by_user_id', 'trash_file_id', 'unsettled'] as const

type Top = {
  id: number
  owner_user_id: number | null
  deleted_at: string | null
  deleted_by_user_id: number | null
  trash_file_id: number | null
  unsettled: boolean
}
