import { type Kysely, sql } from 'kysely'

export const after = '20261203_proved_addresses'
export const checksum = 'd21a839831d41e07245dcf9eb5d9851385a5373aca1c2a0605648fa3a5831f30'

/** What slows guessing down, where people sign in from, and whether a second factor is required. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table guess (
    subject text not null,
    scope text not null,
    level double precision not null,
    guessed_at timestamptz not null,
    primary key (subject, scope)
  )`,
  'create index guess_guessed on guess (guessed_at)',

  `create table sign_in_origin (
    user_id bigint not null references user_account on delete cascade,
    origin_sha256 text not null,
    last_used_at timestamptz not null default now(),
    primary key (user_id, origin_sha256)
  )`,
  'create index sign_in_origin_last_used on sign_in_origin (last_used_at)',

  'alter table session add by_operator boolean not null default false',
  'alter table website add second_factor_required boolean not null default false',
  'alter table organisation_config add second_factor_required boolean not null default false',

  'alter table audit_log add aggregate_key text',
  `create unique index audit_log_aggregate on audit_log (organisation_id, aggregate_key) nulls not distinct
    where aggregate_key is not null`,
]
