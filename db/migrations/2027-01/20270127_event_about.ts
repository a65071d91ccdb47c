import { type Kysely, sql } from 'kysely'

export const after = '20270126_parts'
export const checksum = 'e0013e1f583e90bc393a90e7c57ac302d6b71cc01c75c7d74976d483930ed1a0'

/** An event about a payment that is not recorded yet is found again by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table provider_event add about text',
  `create index provider_event_about on provider_event (organisation_id, about) where state = 'received'`,
]
