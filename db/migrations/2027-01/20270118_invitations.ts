import { type Kysely, sql } from 'kysely'

export const after = '20270117_udp_transports'
export const checksum = '5cc3517aa6a68e7b568addef677394024087080952cb5e994dad5f81ce073ec5'

/**
 * Invitations name who invited, and a link that was used or withdrawn is known as such. A mailed link proves its address
 * from now on. Administrators were shown the links of open ones, which therefore count as handed over.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table invitation add created_by_user_id bigint references user_account on delete set null',
  'create index invitation_created_by on invitation (created_by_user_id)',
  'update invitation set mailed = false',
  `create table ended_invitation (
    token_sha256 text primary key,
    organisation_id bigint not null references organisation on delete cascade,
    outcome text not null check (outcome in ('accepted', 'withdrawn')),
    created_at timestamptz not null default now()
  )`,
  'create index ended_invitation_organisation on ended_invitation (organisation_id)',
]
