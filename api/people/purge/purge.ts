import { randomUUID } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { inBackground } from '#db/embedded/session_queue.ts'
import { Pace } from '#db/pace.ts'
import { eraseAddresses, eraseMessages, eraseOrigins } from './addressed.ts'
import { type Identifiers, identifiersOf } from './identifiers.ts'
import { removeOwned } from './owned.ts'
import { idArray, isDue, isUnfinished, NotDue, type Part, partsOf, removeAll, walk } from './parts.ts'
import { settlePhones } from './phones.ts'
import { eraseInTexts } from './texts.ts'
import { eraser, searchPattern } from './words.ts'

/**
 * Purges accounts that were deleted a month ago, with what is left of the people elsewhere, and registrations that were
 * never finished. In parts: a purge that was interrupted is continued by the next, and devices and people go between.
 */
export async function purgePeople(db: Db): Promise<void> {
  const failures: unknown[] = []
  await inBackground(async () => {
    for (const [where, purge] of [[isDue, purgeSome] as const, [isUnfinished, removeSome] as const]) {
      for (let after = 0; ; ) {
        const ids = await dueAfter(db, where, after)
        if (ids.length === 0) break
        after = ids.at(-1)!
        await purge(db, partsOf(db, ids), ids).catch((error) => {
          if (!(error instanceof NotDue)) failures.push(error)
        })
      }
    }
  })
  // Others are purged nevertheless.
  if (failures.length > 0) throw failures[0]
}

async function dueAfter(db: Db, where: typeof isDue, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('user_account')
    .select('id')
    .where(where)
    .where('id', '>', after)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

async function purgeSome(db: Db, part: Part, ids: number[]): Promise<void> {
  const people = await identifiersOf(db, ids)
  await settlePhones(db, part, ids)
  await eraseMessages(part, people)
  await eraseAddresses(part, people)
  await eraseOrigins(part, people)
  await eraseInAlerts(part, people)
  await eraseInTexts(db, part, people)
  await renameOrganisations(part, people)
  // Their names are looked for until here.
  for (const table of ['boundary', 'location', 'report_config']) {
    await removeAll(part, table, sql<SqlBool>`owner_user_id = any(${idArray(ids)})`)
  }
  await removeSome(db, part, ids)
}

/** Nothing of a registration that was not finished is anywhere else but in mails, which go with their age. */
async function removeSome(db: Db, part: Part, ids: number[]): Promise<void> {
  await part(new Pace(), (trx) => removeContacts(trx, ids))
  await removeOwned(db, part, ids)
  // One by one: each is looked for in every table that refers to accounts.
  for (const id of ids) {
    await partsOf(db, [id])(new Pace(), (trx) => trx.deleteFrom('user_account').where('id', '=', id).execute())
  }
}

/** Who was invoiced stays in the books, which the law keeps. Drafts and other contacts are not in them. */
async function removeContacts(trx: Trx, ids: number[]): Promise<void> {
  const theirs = sql`select id from contact where user_id = any(${idArray(ids)})`
  await sql`delete from invoice where state = 'draft'
    and (user_id = any(${idArray(ids)}) or contact_id in (${theirs}))`.execute(trx)
  await sql`delete from contact c where c.id in (${theirs})
    and not exists (select from invoice i where i.contact_id = c.id)
    and not exists (select from transaction t where t.contact_id = c.id)`.execute(trx)
}

/** An alert keeps the name of its boundary, and the note of who has acknowledged it. */
async function eraseInAlerts(part: Part, { ids }: Identifiers): Promise<void> {
  const isTheirs = sql<SqlBool>`boundary_id in (select id from boundary where owner_user_id = any(${idArray(ids)}))`
  const isNoted = sql<SqlBool>`coalesce(acknowledged_by_user_id = any(${idArray(ids)}), false)`
  const where = sql<SqlBool>`(boundary_name is not null and ${isTheirs})
    or (acknowledged_note is not null and ${isNoted})`
  await walk(part, { table: 'alert', where }, (trx, _found, these) =>
    sql`update alert set boundary_name = case when ${isTheirs} then null else boundary_name end,
        acknowledged_note = case when ${isNoted} then null else acknowledged_note end
      where ${these}`.execute(trx),
  )
}

/** An organisation without members must not keep a person's name. */
async function renameOrganisations(part: Part, { ids, written, ...person }: Identifiers): Promise<void> {
  const words = { ...person, names: [...person.names, ...written] }
  const pattern = searchPattern(words)
  if (pattern === null) return
  const erase = eraser(words)
  const where = sql<SqlBool>`name ~* ${pattern} and not exists (select from membership m join user_account u
    on u.id = m.user_id and u.deleted_at is null where m.organisation_id = page.id)`
  await walk(part, { table: 'organisation', where, columns: ['name'] }, async (trx, found) => {
    for (const { row, is } of found) {
      await sql`update organisation set name = ${erase(String(row.name), randomUUID())} where ${is}`.execute(trx)
    }
  })
}

/** Accounts that are purged together, so that large tables are searched once for all of them. */
const AT_ONCE = 50
