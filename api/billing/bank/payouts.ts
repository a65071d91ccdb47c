import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { AppError, wrong } from '../../http/errors.ts'
import type { Match, Movement, Reason } from './match.ts'

/** Payouts of the payment provider that no line of the bank confirms yet. */
export async function openPayouts(db: Db, organisation_id: number): Promise<OpenPayout[]> {
  const { rows } = await sql<OpenPayout>`
    select id, amount::float8 as amount, currency, arrives_on, description from provider_payout
    where organisation_id = ${organisation_id} and bank_line_id is null and state in ('pending', 'in_transit', 'paid')
    order by arrives_on desc, id desc limit 5000`.execute(db)
  return rows
}

/**
 * Which payouts a line of the bank may be: those of its amount, the surer the nearer their day is, and if the line names
 * Stripe. Pure: a person confirms.
 */
export function payoutMatcherOf(payouts: OpenPayout[]): (line: Movement & { day: string }) => Match[] {
  const byAmount = Map.groupBy(payouts, ({ amount, currency }) => `${amount} ${currency}`)
  return (line) => {
    const fitting = byAmount.get(`${line.amount} ${line.currency}`) ?? []
    const said = `${line.name} ${line.reference} ${line.details}`.toLowerCase()
    return fitting.map((payout) => {
      const { id: payout_id, arrives_on, description } = payout
      const is_named = said.includes('stripe') || (description.length > 3 && said.includes(description.toLowerCase()))
      const late = Math.round((Date.parse(line.day) - Date.parse(arrives_on)) / 86_400_000)
      const is_near = late >= -EARLY_DAYS && late <= LATE_DAYS
      const reasons: Reason[] = [
        'amount',
        ...(is_near ? (['day'] as const) : []),
        ...(is_named ? (['name'] as const) : []),
      ]
      // The nearer of two payouts of one amount comes first.
      const confidence = confidenceOf(is_near, is_named) - Math.min(Math.abs(late), 9)
      const document = { invoice_id: null, document_number: null, document_amount: null, document_currency: null }
      const amount = Math.abs(line.amount)
      return {
        confidence,
        reasons,
        parts: [{ payout_id, arrives_on, ...document, contact_id: null, contact_name: 'Stripe', amount }],
      }
    })
  }
}

/**
 * A line confirms that a payout has arrived. Nothing is written to the ledger.
 *
 * @throws {AppError} that names the field
 */
export async function settlePayout(trx: Trx, line: Line, part: PayoutPart, field: string): Promise<void> {
  const { payout_id, invoice_id, contact_id } = part
  if (invoice_id !== undefined || contact_id !== undefined) {
    throw wrong(field, 'name an invoice, a contact or a payout.')
  }
  const payout = await trx
    .selectFrom('provider_payout')
    .select(['id', 'state', 'amount', 'currency', 'bank_line_id'])
    .where('id', '=', payout_id!)
    .where('organisation_id', '=', line.organisation_id)
    .forUpdate()
    .executeTakeFirst()
  if (!payout) throw new AppError('not_found', 'There is no such payout.', `${field}.payout_id`)
  const refuse = (reason: string) => new AppError('not_possible', reason, `${field}.payout_id`)
  if (payout.bank_line_id !== null) throw refuse('Another line confirms this payout.')
  if (payout.state === 'failed' || payout.state === 'canceled') throw refuse('This payout has failed.')
  if (payout.amount !== line.amount || payout.currency !== line.currency) {
    throw refuse('The payout and the line have different amounts.')
  }
  await trx
    .updateTable('provider_payout')
    .set({ bank_line_id: line.id, modified_at: new Date().toISOString() })
    .where('id', '=', payout.id)
    .execute()
}

/** The line does not confirm a payout any more. */
export async function openPayoutAgain(trx: Trx, line: { id: number }): Promise<void> {
  await trx
    .updateTable('provider_payout')
    .set({ bank_line_id: null, modified_at: new Date().toISOString() })
    .where('bank_line_id', '=', line.id)
    .execute()
}

/** In per cent, before what each day of distance takes off. */
function confidenceOf(is_near: boolean, is_named: boolean): number {
  if (is_near) return is_named ? 99 : 89
  return is_named ? 69 : 39
}

/** A bank books a payout on the day that Stripe names, or after a weekend with holidays. */
const EARLY_DAYS = 2
const LATE_DAYS = 6

type OpenPayout = { id: number; amount: number; currency: string; arrives_on: string; description: string }
type Line = { id: number; organisation_id: number; amount: number; currency: string }
type PayoutPart = { payout_id?: number | undefined; invoice_id?: number | undefined; contact_id?: number | undefined }
