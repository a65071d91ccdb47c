import { type Kysely, sql } from 'kysely'

export const after = '20270101_tracker_indexes'
export const checksum = '972dc8b038bfafbb35b0e58c289a589b94b5868a5b3fec1055294992e2c15fa4'

/**
 * Keeps the whole report of a plan when its cycle is closed, not its numbers alone: names, qualifications and evidence
 * may change later. Audit draws are kept with all that is needed to repeat them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table devplan_report (
    id bigint generated always as identity primary key,
    organisation_id bigint not null references organisation on delete cascade,
    user_id bigint not null references user_account on delete cascade,
    devplan_id bigint not null unique references devplan on delete cascade,
    content jsonb not null,
    created_at timestamptz not null default now()
  )`,
  'create index devplan_report_organisation on devplan_report (organisation_id)',
  'create index devplan_report_user on devplan_report (user_id)',

  `create table cpd_audit_draw (
    id bigint generated always as identity primary key,
    organisation_id bigint not null references organisation on delete cascade,
    devcycle_id bigint not null references devcycle on delete cascade,
    percent integer not null check (percent between 1 and 10000),
    seed text not null check (length(seed) between 1 and 100),
    people jsonb not null check (jsonb_typeof(people) = 'array'),
    drawn jsonb not null check (jsonb_typeof(drawn) = 'array' and people @> drawn),
    created_by bigint references user_account on delete set null,
    created_at timestamptz not null default now()
  )`,
  'create index cpd_audit_draw_organisation on cpd_audit_draw (organisation_id, devcycle_id)',
  'create index cpd_audit_draw_cycle on cpd_audit_draw (devcycle_id)',
  'create index cpd_audit_draw_created_by on cpd_audit_draw (created_by) where created_by is not null',
]
