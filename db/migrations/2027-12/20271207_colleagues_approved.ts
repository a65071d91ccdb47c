import { type Kysely, sql } from 'kysely'

export const after = '20271201_invoices_with_xml'
export const checksum = '248e15a17f03b276feb46a6b76ecb422d32d892bdab5fd38ec766269e5051807'

/** The colleagues of a round of feedback may need approval before they are asked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table devformtemplate add colleagues_approved_by text not null default 'nobody'
    check (colleagues_approved_by in ('nobody', 'supervisor', 'officer'))`,
  `alter table devfeedback
    add colleagues_approved_by text not null default 'nobody'
      check (colleagues_approved_by in ('nobody', 'supervisor', 'officer')),
    add proposed_at timestamptz,
    add refused_text text check (char_length(refused_text) <= 10000),
    add check (proposed_at is null or refused_text is null)`,
  `alter table devfeedback_colleague add proposed boolean not null default false,
    add check (not (proposed and answered))`,
]
