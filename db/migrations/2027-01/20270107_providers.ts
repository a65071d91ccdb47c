import { type Kysely, sql } from 'kysely'

export const after = '20270106_billing'
export const checksum = '500281d5dd29a72e78e49f68d87fdaea4cbbb1e313fdf7bbefa0249108102c88'

/**
 * What the connectors need besides: limits as they are at the providers (a sliding minute, and calls at once), the lease
 * of the process that refreshes tokens, and how far events were read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // When the calls of the last minute began, and until when each running one can last.
  `alter table provider_rate drop column minute, drop column minute_count,
    add column recent timestamptz[] not null default '{}', add column running timestamptz[] not null default '{}'`,

  // The refresh token stays until the new one is stored: one column holds it. This drops the check that names it.
  'alter table provider_connection drop column previous_refresh_sealed',
  `alter table provider_connection
    add column refresh_leased_until timestamptz,
    add column refreshed_at timestamptz,
    add column connected_at timestamptz,
    add column events_read_at timestamptz,
    add constraint provider_connection_secrets check (state <> 'disconnected'
      or (access_sealed is null and refresh_sealed is null and webhook_sealed is null))`,

  // What the provider has of a kind, as it was read last.
  `create table provider_reference (
    provider_connection_id bigint not null references provider_connection on delete cascade,
    kind text not null,
    rows jsonb not null,
    read_at timestamptz not null default now(),
    primary key (provider_connection_id, kind)
  )`,

  // One push of an entity waits for the earlier ones of its contact or document.
  'alter table provider_outbox add column follows text',
  "create index provider_outbox_follows on provider_outbox (provider_connection_id, follows, id) where state in ('queued', 'running')",
]
