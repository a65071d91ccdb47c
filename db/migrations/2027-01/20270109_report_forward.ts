import { type Kysely, sql } from 'kysely'

export const after = '20270108_unknown_bytes'
export const checksum = 'a154b2e3c15a4b70d3b9ca8c6923e4c9ec1ad9535341c5deea1980d41331c293'

/**
 * Forwarding of an organisation's reports to another platform: its settings, and the queue, which is written with the
 * reports. The queue has no reference to the report: partitions of old reports are dropped as a whole.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table report_forward (
    id bigint generated always as identity primary key,
    organisation_id bigint not null references organisation on delete cascade,
    name text not null check (length(name) between 1 and 100),
    host text not null check (length(host) between 1 and 253),
    port integer not null check (port between 1 and 65535),
    protocol text not null default 'wialon' check (protocol in ('wialon', 'wialon_1')),
    password_sealed text,
    active boolean not null default true,
    sent bigint not null default 0,
    dropped bigint not null default 0,
    last_sent_at timestamptz,
    last_error text check (length(last_error) <= 500),
    last_error_at timestamptz,
    retry_at timestamptz,
    failures integer not null default 0,
    leased_until timestamptz,
    created_at timestamptz not null default now(),
    modified_at timestamptz not null default now()
  )`,
  'create index report_forward_organisation on report_forward (organisation_id, id)',
  `create table report_forward_item (
    id bigint generated always as identity primary key,
    report_forward_id bigint not null references report_forward on delete cascade,
    organisation_id bigint not null,
    tracker_id bigint not null,
    event_id bigint not null,
    fix_at timestamptz not null,
    queued_at timestamptz not null default now(),
    due_at timestamptz not null default now(),
    attempts integer not null default 0
  )`,
  'create index report_forward_item_order on report_forward_item (report_forward_id, tracker_id, id)',
  'create index report_forward_item_late on report_forward_item (report_forward_id, tracker_id) where attempts > 0',
]
