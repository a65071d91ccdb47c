import { type Kysely, sql } from 'kysely'

export const after = '20270118_invitations'
export const checksum = 'c64a656e864f88949163fc981cd54a217dfb6aae9f1bc822f60b06af556829e5'

/**
 * Keeps when an administrator confirmed a qualification, and who: rules of standards and audiences of cycles count only
 * confirmed ones. Those that were recorded before counted, and still do.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table devqualification add column confirmed_at timestamptz`.execute(db)
  await sql`alter table devqualification add column confirmed_by_user_id bigint
    references user_account on delete set null`.execute(db)
  await sql`update devqualification set confirmed_at = created_at`.execute(db)
  await sql`create index devqualification_confirmed_by on devqualification (confirmed_by_user_id)
    where confirmed_by_user_id is not null`.execute(db)
  await sql`create index devqualification_unconfirmed on devqualification (organisation_id, user_id)
    where confirmed_at is null`.execute(db)
}
