import type { Trx } from '#db/database.ts'
import type { BillingConfig } from '#db/tables/billing/billing_config.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { wrong } from '../../http/errors.ts'
import { namesYear } from './pattern.ts'

/**
 * Numbers that begin again each year name it, and those of invoices and credit notes differ. What is stored already is not
 * refused.
 *
 * @throws {AppError} bad_request
 */
export async function checkPatterns(trx: Trx, organisation_id: number, body: Partial<Config>): Promise<void> {
  if (!checked.some((field) => body[field] !== undefined)) return
  const stored = await trx
    .selectFrom('billing_config')
    .selectAll()
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirstOrThrow()
  const value = <Field extends (typeof checked)[number]>(field: Field) => body[field] ?? stored[field]
  if (value('numbers_begin') !== 'once') {
    const timeless = patterns.find((field) => !namesYear(value(field)))
    if (timeless) throw wrong(timeless, 'numbers that begin again each year need {year} or {end_year}.')
  }
  if (value('credit_note_pattern') === value('invoice_pattern')) {
    throw wrong('credit_note_pattern', 'credit notes need other numbers than invoices.')
  }
}

const patterns = ['invoice_pattern', 'credit_note_pattern', 'quote_pattern'] as const
const checked = [...patterns, 'numbers_begin'] as const
type Config = RowOf<typeof BillingConfig>
