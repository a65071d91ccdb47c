import { type Kysely, sql } from 'kysely'

export const after = '20261213_basemaps'
export const checksum = '0780421d914bf358434c637b3f6e2e9c84b3fd1095a6e5495d97624c74631d50'

/**
 * Trackers of the demo, which come last in lists; deliveries that stayed in the outbox are not sent; invitations whose
 * link was handed over rather than mailed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table tracker add column demo boolean not null default false',
  `update tracker set demo = true where number ~ '^demo-([0-9]{2}|tracker)$'
    and organisation_id in (select id from organisation where name = 'Ringfence demo')`,
  // Lists by name are sorted by this expression.
  'drop index tracker_name',
  'drop index tracker_name_down',
  "create index tracker_name on tracker (organisation_id, (case when demo then '1' else '0' end || name), id)",
  `create index tracker_name_down
    on tracker (organisation_id, (case when demo then '1' else '0' end || name) desc nulls last, id desc)`,

  'alter table message_delivery drop constraint message_delivery_state_check',
  `alter table message_delivery add constraint message_delivery_state_check
    check (state in ('queued', 'held', 'sent', 'delivered', 'unsent', 'failed'))`,
  "update message_delivery set state = 'unsent', sent = null where provider = 'outbox' and state = 'sent'",

  'alter table invitation add column mailed boolean not null default true',
]
