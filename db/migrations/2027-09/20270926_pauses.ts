import { type Kysely, sql } from 'kysely'

export const after = '20270925_instalments'
export const checksum = 'b673fa7e716bac28511fc501382885fe3468dc0d7b1e1f73651714641a3f0b76'

/** Memberships that are paused for some time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table subscription
    add column paused_from date,
    add column paused_until date,
    add column pause_reason text not null default '' check (length(pause_reason) <= 500),
    add column pause_extends boolean not null default true,
    add column pause_opens boolean not null default false,
    add column pause_begun boolean not null default false,
    add column pause_moved integer not null default 0 check (pause_moved >= 0),
    add column paused_last date,
    add column pause_days integer not null default 0 check (pause_days >= 0),
    add constraint subscription_pause check ((paused_from is null) = (paused_until is null)
      and (paused_from is null or paused_from <= paused_until))`,
  `alter table billing_config add column pause_months integer not null default 12 check (pause_months between 0 and 24)`,
]
