import { type Kysely, sql } from 'kysely'

export const after = '20270110_event_archive'
export const checksum = '46c0ec28222a69f4c65a160faccfcd7edc3e84c0bb612657b30598d772cfb8cc'

/** A report as the gateway writes it: an event, and the state of its tracker if it is the last one of a batch. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create type judged_report as (
    id bigint,
    organisation_id bigint,
    tracker_id bigint,
    fix_at timestamptz,
    received timestamptz,
    event text,
    alarm text,
    valid boolean,
    position geometry(Point, 4326),
    altitude real,
    heading real,
    speed real,
    accuracy real,
    outside_boundary boolean,
    repeated boolean,
    late boolean,
    boundary_id bigint,
    attributes jsonb,
    digest bigint,
    version xid,
    judged_at timestamptz,
    latest_fix_at timestamptz,
    outside boolean,
    outside_since timestamptz,
    outside_count integer,
    last_boundary_id bigint,
    leaving_alert_id bigint,
    alarm_alert_id bigint
  )`,
]
