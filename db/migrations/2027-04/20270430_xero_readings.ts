import { type Kysely, sql } from 'kysely'

export const after = '20270430_track_imports'
export const checksum = '63e1f39d19a0f5b629c03de9a0af394ff8d83caebeaff7bdd63e378df33ee552'

/** What was read of documents at the accounting provider, and up to when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table provider_connection add changes_read_to timestamptz',
  `create table provider_reading (
    id bigint generated always as identity primary key,
    organisation_id bigint not null references organisation on delete cascade,
    provider_connection_id bigint not null references provider_connection on delete cascade,
    invoice_id bigint not null references invoice on delete cascade,
    external_id text not null check (length(external_id) <= 100),
    state text not null default 'queued' check (state in ('queued', 'read', 'conflict', 'ignored')),
    reason text not null default '' check (length(reason) <= 1000),
    ignored_reason text not null default '' check (length(ignored_reason) <= 1000),
    not_before timestamptz not null default now(),
    last_asked_at timestamptz,
    recorded_ids text[] not null default '{}' check (cardinality(recorded_ids) <= 1000),
    read_at timestamptz,
    created_at timestamptz not null default now(),
    modified_at timestamptz not null default now(),
    unique (provider_connection_id, external_id)
  )`,
  'create index provider_reading_list on provider_reading (organisation_id, id)',
  'create index provider_reading_invoice on provider_reading (invoice_id)',
  "create index provider_reading_queued on provider_reading (not_before, id) where state = 'queued'",
  "create index provider_reading_conflict on provider_reading (organisation_id, id) where state = 'conflict'",
  // Whether a payment at the provider is one of ours.
  `create index provider_outbox_payment on provider_outbox (provider_connection_id, (answer->>'id'))
    where entity = 'payment' and state = 'done'`,
]
