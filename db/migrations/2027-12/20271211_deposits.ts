import { type Kysely, sql } from 'kysely'

export const after = '20271208_api_keys'
export const checksum = '1ce9bd6d05c1abe9b187b06d6df4dbe80ac11cb5ccd5e1095b2bdb06b8718b1a'

/** A quote may ask for a deposit, which has an invoice of its own and is taken off the final one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table quote
    add column deposit_percent numeric(7, 4) check (deposit_percent > 0 and deposit_percent < 100),
    add column deposit_amount bigint check (deposit_amount > 0),
    add column deposit bigint not null default 0 check (deposit >= 0 and deposit <= gross),
    add column deposit_invoice_id bigint references invoice on delete set null,
    add constraint quote_deposit check (num_nonnulls(deposit_percent, deposit_amount) <= 1)`,
  'create unique index quote_deposit_invoice on quote (deposit_invoice_id) where deposit_invoice_id is not null',
]
