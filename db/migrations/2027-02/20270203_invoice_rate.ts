import { type Kysely, sql } from 'kysely'

export const after = '20270202_move_receipt'
export const checksum = 'f520f131437a7af20abed9b3679d76858c2cb5804ba4d1a3b503defbcc91cfa9'

/** A rate of 1 was that of every invoice for which none was given: it is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table invoice alter exchange_rate drop default, alter exchange_rate drop not null',
  // Authorised invoices are kept by this trigger. What is printed of them stays the same.
  'alter table invoice disable trigger invoice_kept',
  'update invoice set exchange_rate = null where exchange_rate = 1',
  'alter table invoice enable trigger invoice_kept',
]
