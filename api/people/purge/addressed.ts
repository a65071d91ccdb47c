import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Table } from '#db/tables/define_table.ts'
import { tables } from '#db/tables/index.ts'
import type { Identifiers } from './identifiers.ts'
import { idArray, type Part, removeAll, repeat, walk } from './parts.ts'
import { ERASED } from './words.ts'

/** Removes what was sent to people alone, their drafts, and the texts that they have sent. */
export async function eraseMessages(part: Part, { ids, ...person }: Identifiers): Promise<void> {
  await removeAll(part, 'message', sql<SqlBool>`draft is not null and sender_user_id = any(${idArray(ids)})`)
  const own = sql<SqlBool>`user_id = any(${idArray(ids)})
    or (user_id is null and ${isTheirs(sql`address`, person)})`
  await walk(part, { table: 'message_delivery', where: own, columns: ['message_id'] }, async (trx, found, these) => {
    await sql`delete from message_delivery where ${these}`.execute(trx)
    const messages = [...new Set(found.map(({ row }) => Number(row.message_id)))]
    await sql`delete from message m where m.id = any(${idArray(messages)})
      and not exists (select from message_delivery d where d.message_id = m.id)`.execute(trx)
  })
  await repeat(part, async (trx, rows) => {
    const { numAffectedRows } = await sql`update message set subject = ${ERASED}, text = ${ERASED} where id = any(array(
      select id from message where sender_user_id = any(${idArray(ids)}) and kind = 'person' and text <> ${ERASED}
      limit ${rows}))`.execute(trx)
    return Number(numAffectedRows ?? 0)
  })
}

/** Removes rows about an address of theirs, and their addresses from lists of others. */
export async function eraseAddresses(part: Part, { ids, ...person }: Identifiers): Promise<void> {
  for (const { name, ref, purge } of tables as Table[]) {
    if (!purge?.address) continue
    const where = isTheirs(sql.ref(purge.address), person)
    await walk(part, { table: name, where }, (trx, _found, these) =>
      sql`delete from ${ref} where ${these}`.execute(trx),
    )
  }
  await removeAll(part, 'enquiry', sql<SqlBool>`user_id = any(${idArray(ids)})`)
  const theirs = (item: string) =>
    person.addresses.includes(item.toLowerCase()) || person.numbers.includes(item.replaceAll(/\D/g, ''))
  for (const { table, columns } of lists) {
    const where = sql<SqlBool>`concat(${sql.join(columns.map((column) => sql.ref(column)))}) <> ''`
    await walk(part, { table, where, columns }, async (trx, found) => {
      for (const { row, is } of found) {
        const kept = columns.map((column) => [column, splitted(row[column]).filter((item) => !theirs(item))] as const)
        const changed = kept.filter(([column, items]) => items.length < splitted(row[column]).length)
        if (changed.length === 0) continue
        const values = changed.map(([column, items]) => sql`${sql.ref(column)} = ${items.join(', ')}`)
        await sql`update ${sql.table(table)} set ${sql.join(values)} where ${is}`.execute(trx)
      }
    })
  }
}

/** Who did what and when stays in the audit log, by the number of the account; from where does not. */
export async function eraseOrigins(part: Part, { ids }: Identifiers): Promise<void> {
  const own = sql<SqlBool>`ip is not null
    and (user_id = any(${idArray(ids)}) or impersonator_user_id = any(${idArray(ids)}))`
  await walk(part, { table: 'audit_log', where: own }, (trx, _found, these) =>
    sql`update audit_log set ip = null where ${these}`.execute(trx),
  )
}

const isTheirs = (column: RawBuilder<unknown>, { addresses, numbers }: Pick<Identifiers, 'addresses' | 'numbers'>) =>
  sql<SqlBool>`(lower(${column}) = any(${addresses}::text[])
    or (${column} !~ '@' and regexp_replace(${column}, '\\D', '', 'g') = any(${numbers}::text[])))`

const splitted = (list: unknown) => {
  const items = String(list ?? '').split(',')
  return items.map((item) => item.trim()).filter(Boolean)
}

/** Lists of addresses with commas. */
const lists = tables
  .map(({ name, columns }) => ({
    table: name as string,
    columns: Object.keys(columns).filter((column) => column.endsWith('_recipients')),
  }))
  .filter(({ columns }) => columns.length > 0)
