import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { contextOf } from '../../crud/transact.ts'
import { personalNotice, writePersonal } from '../../messaging/personal_reminder.ts'
import { localeOf } from '../../people/mails/locale.ts'
import { inLanguage, type Texts, type Values } from '../words/in_language.ts'

/**
 * Writes to a person about a row, such as an audit of theirs, in their language: in the app, and by mail to an address
 * that was proved.
 */
export async function inform(trx: Trx, of: Of, { occasion, texts, values }: News): Promise<void> {
  const { rows } = await sql<Person>`
    select ${of.organisation_id}::bigint as organisation_id, u.id as user_id, ${displayNameOf('u')} as person,
      case when u.email_proved_at is not null then u.email end as email
    from user_account u where u.id = ${of.user_id}`.execute(trx)
  const { public_url } = contextOf(trx).config
  const person = rows[0]!
  const { subject, text } = inLanguage(await localeOf(trx, person.user_id), texts, values)
  const address = `${public_url.replace(/\/$/, '')}/app/${of.page}?id=${of.id}`
  const notice = { ...person, occasion: `${of.page} ${of.id} ${occasion}`, subject, text: `${text}\n\n${address}` }
  await writePersonal(trx, person.user_id, personalNotice(notice))
}

/** The row, and the page that shows it. */
type Of = { page: Page; id: number; organisation_id: number; user_id: number }
type Page = 'audit' | 'waiver' | 'plan' | 'feedbackround'
type News = { occasion: string; texts: Texts; values: Values }
type Person = { organisation_id: number; user_id: number; person: string; email: string | null }
