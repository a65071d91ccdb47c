import { type Kysely, sql } from 'kysely'

export const after = '20270802_private_hours'
export const checksum = '69054b852252470de9ed5ab60bcc50afcda1e200466148f6af75f334340f9237'

/** A waiver is a case: more is asked for, it is decided on with a reason, whole or in part, and appealed against once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table devwaiver
    drop constraint devwaiver_kind_check,
    drop constraint devwaiver_state_check,
    add constraint devwaiver_kind_check check (kind in ('leave', 'illness', 'part_time', 'exemption', 'other')),
    add constraint devwaiver_state_check check (state in ('requested', 'more_asked', 'granted', 'refused')),
    add asked text,
    add reply text not null default '',
    add asked_from date,
    add asked_to date,
    add outcome text check (outcome in ('whole', 'part', 'refused')),
    add decision text not null default '',
    add decided_at timestamptz,
    add appeal text,
    add appealed_at timestamptz,
    add first_outcome text check (first_outcome in ('whole', 'part', 'refused')),
    add first_decision text,
    add check (asked_to >= asked_from)`,
  `create index devwaiver_appealed on devwaiver (organisation_id)
    where appealed_at is not null and first_outcome is null`,
]
