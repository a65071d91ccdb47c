import { type Kysely, sql } from 'kysely'

export const after = '20261223_home'
export const checksum = '6b043b9f6e824c29bd9ab125f090908411001d4511bb0e4a5fb419ac3c274a0e'

/** The kind of a contact that was a report has the word of the rest of the system. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table tracker_presence drop constraint tracker_presence_contact_check',
  "update tracker_presence set contact = 'reported' where contact = 'heard'",
  `alter table tracker_presence add constraint tracker_presence_contact_check
    check (contact in ('reported', 'connected', 'closed', 'left'))`,
]
