import { type Kysely, sql } from 'kysely'

export const after = '20271123_electronic_invoices'
export const checksum = 'ea429207a723b6c672511d48e6b84437150fa3050d1b6a2a6d4f830c269d501f'

/** Messages about a decision or a process are notices, not reminders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table message drop constraint message_kind_check',
  `alter table message add constraint message_kind_check
    check (kind in ('alert', 'digest', 'person', 'reminder', 'notice', 'enquiry', 'account', 'newsletter'))`,
]
