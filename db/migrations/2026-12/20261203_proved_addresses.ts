import { type Kysely, sql } from 'kysely'

export const after = '20261202_geometry'
export const checksum = '13d8a7ec939be0c6ca1df0f8a2f638de3033e8ddfb113cf576d7925c4d075ee3'

/** Which addresses and passwords are their person's own, and where each one-time token was sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table user_account
    add email_proved_at timestamptz,
    add password_origin text not null default 'own' check (password_origin in ('own', 'given', 'changed'))`,
  // Older data does not say who followed a link and who was confirmed by an administrator.
  'update user_account set email_proved_at = confirmed_at where confirmed_at is not null',
  // An administrator may know these passwords: they still work, but not in another organisation.
  `update user_account u set password_origin = 'changed'
   where password_hash is not null and (created_by_user_id is not null or exists (
     select from audit_log a where a.entity = 'user' and a.entity_id = u.id
       and a.action in ('user.create', 'user.update') and a.details->'fields' @> '["password"]'))`,

  // A link that is older than the last change of its account may have gone to another address.
  `delete from one_time_token t using user_account u
   where u.id = t.user_id and t.purpose in ('register', 'password') and t.used_at is null and t.created_at < u.modified_at`,
  `update one_time_token t set email = u.email from user_account u
   where u.id = t.user_id and t.purpose in ('register', 'password') and t.email is null`,
  `alter table one_time_token add constraint one_time_token_sent_to check (purpose = 'recovery' or email is not null)`,

  // Deactivates the phones of former members and inactive accounts. Other trackers stay with their organisation.
  `update tracker t set active = false
   where type = 'phone' and active and owner_user_id is not null and not exists (
     select from membership m join user_account u on u.id = m.user_id and u.active and u.deleted_at is null
     where m.organisation_id = t.organisation_id and m.user_id = t.owner_user_id)`,
  `update tracker t set owner_user_id = null
   where type <> 'phone' and owner_user_id is not null and not exists (
     select from membership m where m.organisation_id = t.organisation_id and m.user_id = t.owner_user_id)`,
]
