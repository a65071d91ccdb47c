import { type Kysely, sql } from 'kysely'

export const after = '20270313_tags'
export const checksum = '70e72a71e2766f3fec3b840cd18c920c6bdb77007168917fc5633016e666d386'

/** Cycles are closed and opened by jobs; a person's own period is closed when it ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table job drop constraint job_kind_check',
  `alter table job add constraint job_kind_check
    check (kind in ('zip', 'unzip', 'encrypt', 'decrypt', 'export', 'report', 'movement', 'closing'))`,
  `alter table devcycle add column opening boolean not null default false,
    add constraint devcycle_opening check (not (opening and closing) and (expired_at is not null or not opening))`,
  'create index devcycle_opening on devcycle (id) where opening',
  `alter table devplan add column closed_at timestamptz, add column closed_from date, add column closed_to date,
    add column reopened_at timestamptz, add column made_by_closing boolean not null default false,
    add constraint devplan_closed check (num_nonnulls(closed_at, closed_from, closed_to) in (0, 3)
      and closed_from <= closed_to)`,
  // What was closed before has its cycle's days, or those of the result.
  `update devplan p set closed_at = c.expired_at,
      closed_from = coalesce((p.result #>> '{result,period,start}')::date, c.start),
      closed_to = coalesce((p.result #>> '{result,period,end}')::date, c."end")
    from devcycle c where c.id = p.devcycle_id and c.expired_at is not null and p.result is not null`,
  'create index devplan_closed on devplan (organisation_id, user_id) where closed_at is not null',
]
