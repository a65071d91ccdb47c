import { type Kysely, sql } from 'kysely'

export const after = '20270520_history_chain'
export const checksum = '58a2b6aca50075676e893865677dc94648b036160d3496b20a24556a4616a798'

/** What books begin with: invoices that were open in the books before, and until when memberships were paid there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table invoice add is_opening boolean not null default false',
  'alter table subscription add brought_until date',
  // The account that stands against what is brought forward.
  'alter table account drop constraint account_type_check',
  `alter table account add constraint account_type_check
    check (type in ('revenue', 'receivable', 'bank', 'liability', 'expense', 'equity'))`,
]
