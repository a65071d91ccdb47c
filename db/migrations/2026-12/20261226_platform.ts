import { type Kysely, sql } from 'kysely'

export const after = '20261224_tracker_lists'
export const checksum = '49b31791e0c80c18568a884e2d56a2e365028484676535e3d904c45fd0e3e95a'

/** Pairs of times in order, how people read dates, developers' accounts, and an analytics script by its address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Was never shown: it ended before it began.
  'update notification set begins = expires where expires < begins',
  // Equal: ended before it began.
  'alter table notification add constraint notification_period check (expires >= begins)',

  `alter table user_config add column date_format text not null default 'friendly'
     constraint user_config_date_format_check check (date_format in ('friendly', 'numeric', 'iso'))`,

  'alter table user_account add column developer boolean not null default false',

  // Was free text without an effect, and is the address of a script now.
  `update website set analytics_key = null where analytics_key !~ '^https://[^/]+/'`,
]
