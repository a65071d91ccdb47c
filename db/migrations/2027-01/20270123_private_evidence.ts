import { type Kysely, sql } from 'kysely'

export const after = '20270122_kept_document'
export const checksum = '05cd175879b0878a521e9b9d1ae31e04db7763f8de077abc2a1a1ec5e8cd54d5'

/**
 * What opens private texts and health numbers: a session that the person began with a password of their own, at a proved
 * address. Files that jobs make of evidence say of which.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table session add proved boolean not null default false',
  `update session set proved = true from user_account u
    where u.id = session.user_id and session.impersonator_user_id is null and not session.by_operator
      and u.password_origin = 'own' and u.email_proved_at is not null`,
  'alter table file add evidence_copies text[] check (cardinality(evidence_copies) <= 50)',
]
