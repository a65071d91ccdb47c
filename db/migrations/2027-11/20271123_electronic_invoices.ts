import { type Kysely, sql } from 'kysely'

export const after = '20271122_course_statements'
export const checksum = 'f67aa96ffd37ddbb26ac33be8f8a905f27178e5adcea77114381cad81b4a4ae4'

/** Seller and buyer have addresses in a network of electronic invoices; tax may be accounted for by the buyer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table contact add column electronic_address text',
  'alter table billing_config add column electronic_address text',
  `alter table tax_rate
    drop constraint tax_rate_type_check,
    add constraint tax_rate_type_check check (type in ('standard', 'reduced', 'zero', 'exempt', 'none',
      'reverse_charge'))`,
]
