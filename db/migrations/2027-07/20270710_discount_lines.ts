import { type Kysely, sql } from 'kysely'

export const after = '20270617_trip_courses'
export const checksum = 'e357b50b9a0d31895bbedd87003d73ffbe6f8191ce47eb1aab4439dc9750f1c7'

/** Lines of invoices that take something off: a negative price, with its negative net and tax. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table invoice_line
    drop constraint invoice_line_unit_price_check,
    drop constraint invoice_line_net_check,
    drop constraint invoice_line_tax_check,
    drop constraint invoice_line_gross_check,
    add constraint invoice_line_amounts
      check (greatest(abs(net), abs(tax), abs(gross)) <= 1000000000000),
    add constraint invoice_line_signs
      check (case when unit_price < 0 then greatest(net, tax, gross) <= 0 else least(net, tax, gross) >= 0 end)`,
]
