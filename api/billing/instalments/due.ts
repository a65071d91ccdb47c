import { type RawBuilder, sql } from 'kysely'

/** SQL about the instalments of an invoice; of one without any it is about the whole invoice. */

const unsettled = (invoice: string) => sql`from instalment n
  where n.invoice_id = ${sql.ref(`${invoice}.id`)} and n.settled < n.amount`

const openOf = (invoice: string) => sql`${sql.ref(`${invoice}.gross`)} - ${sql.ref(`${invoice}.paid`)}`

/** The day on which what is open is to be paid, or the first part of it. */
export const dueOn = (invoice: string): RawBuilder<string> =>
  sql`coalesce((select min(n.due_on) ${unsettled(invoice)}), ${sql.ref(`${invoice}.due_on`)})`

/** The position of the first instalment that is open; 0 where there are none. */
export const instalmentOf = (invoice: string): RawBuilder<number> =>
  sql`coalesce((select min(n.position) ${unsettled(invoice)}), 0)`

/** What is open of the instalments until one; of all where `position` is 0. */
export const openUntil = (invoice: string, position: RawBuilder<unknown>): RawBuilder<number> =>
  sql`case when ${position} = 0 then ${openOf(invoice)}
    else (select coalesce(sum(n.amount - n.settled), 0) ${unsettled(invoice)} and n.position <= ${position}) end`

/** What is to be paid until a day, and at least the instalment that is next. */
export const payableOn = (invoice: string, day: RawBuilder<unknown> | string): RawBuilder<number> =>
  sql`coalesce((select sum(n.amount - n.settled) ${unsettled(invoice)}
    and n.due_on <= greatest(${day}::date, ${dueOn(invoice)})), ${openOf(invoice)})`

export const hasInstalments = (invoice: string): RawBuilder<boolean> =>
  sql`exists (select from instalment n where n.invoice_id = ${sql.ref(`${invoice}.id`)})`

/**
 * Whether a line of the ledger, with `r` the one that it reverses, makes an invoice less: it was written off, or its own
 * credit note was used for it. Other credit is a payment.
 */
export const reduces = (line: string, reversed: string): RawBuilder<boolean> => {
  const t = (column: string) => sql.ref(`${line}.${column}`)
  const key = sql`coalesce(${sql.ref(`${reversed}.client_key`)}, ${t('client_key')}, '')`
  return sql`(${t('kind')} = 'writeoff' or ${t('kind')} = 'adjustment' and not exists (
    select from transaction q left join invoice n on n.id = q.invoice_id
    where q.organisation_id = ${t('organisation_id')} and n.credits_invoice_id is distinct from ${t('invoice_id')}
      and q.client_key in (regexp_replace(${key}, ' invoice$', ' note'), regexp_replace(${key}, ' invoice$', ' account'))
      and q.client_key <> ${key}))`
}
