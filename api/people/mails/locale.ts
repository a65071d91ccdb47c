import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/**
 * The language of a person: the last one set in any of their organisations, else the account's. Account mails belong to
 * no organisation.
 */
export async function localeOf(db: Db, user_id: number): Promise<string> {
  const { rows } = await sql<{ locale: string }>`select ${preferred} as locale from user_account u
    where u.id = ${user_id}`.execute(db)
  return rows[0]?.locale ?? 'en'
}

/** The language of an invited address: its account's if there is one, else the organisation's. */
export async function localeOfInvited(db: Db, email: string, organisation_id: number): Promise<string> {
  const { rows } = await sql<{ locale: string }>`
    select coalesce(
      (select ${preferred} from user_account u where lower(u.email) = ${email.toLowerCase()} and u.deleted_at is null),
      (select o.locale from organisation o where o.id = ${organisation_id}), 'en') as locale`.execute(db)
  return rows[0]!.locale
}

const preferred = sql`coalesce((select c.locale from user_config c where c.user_id = u.id and c.locale is not null
  order by c.modified_at desc limit 1), u.locale)`
