import type { Db, Trx } from '#db/database.ts'
import { MOST_INSTALMENTS, type Part, planInstalments } from '../money/instalments.ts'

/** How an invoice is paid: in how many parts, and every month or every quarter. */
export type Terms = { instalments: number; instalment_every: 'month' | 'quarter' }

/**
 * Gives an invoice instalments, the first of which is due when it was to be paid, or soon after; a draft is then due with
 * the last one. Nothing where it has one part.
 *
 * @param of.before parts are due before that day
 * @returns the day on which the first is due
 */
export async function giveInstalments(trx: Trx, invoice_id: number, terms: Terms, of: First): Promise<string | null> {
  const { organisation_id, gross, state } = await trx
    .selectFrom('invoice')
    .select(['organisation_id', 'gross', 'state'])
    .where('id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  const count = Math.min(terms.instalments, MOST_INSTALMENTS)
  const parts = gross === 0 ? [] : planInstalments({ total: gross, count, every: terms.instalment_every, ...of })
  await trx.deleteFrom('instalment').where('invoice_id', '=', invoice_id).execute()
  if (parts.length < 2) return null
  await trx
    .insertInto('instalment')
    .values(parts.map((part, i) => ({ organisation_id, invoice_id, position: i + 1, ...part })))
    .execute()
  if (state === 'draft') {
    await trx
      .updateTable('invoice')
      .set({ due_on: parts.at(-1)!.due_on })
      .where('id', '=', invoice_id)
      .execute()
  }
  return parts[0]!.due_on
}

/** The instalments of an invoice, with what is open of each. */
export async function instalmentsOf(db: Db, invoice_id: number): Promise<Instalment[]> {
  const rows = await db
    .selectFrom('instalment')
    .select(['position', 'due_on', 'amount', 'settled'])
    .where('invoice_id', '=', invoice_id)
    .orderBy('position')
    .execute()
  return rows.map(({ settled, ...part }) => ({ ...part, open: part.amount - settled }))
}

type First = { first_on: string; before?: string | null }
export type Instalment = Part & { position: number; open: number }
