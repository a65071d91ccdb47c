import { type Kysely, sql } from 'kysely'

export const after = '20271123_electronic_invoices'

/** Messages about a decision or a process are notices, not reminders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table message drop constraint message_kind_check',
  `alter table message add constraint message_kind_check
    check (kind in ('alert', 'digest', 'person', 'reminder', 'notice', 'enquiry', 'account', 'newsletter'))`,
]
