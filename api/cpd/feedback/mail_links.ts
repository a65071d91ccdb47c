import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { linksTo } from '#messages/links.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { countMail } from '../../crud/quotas.ts'
import { makeToken } from '../../crud/session/random_token.ts'
import { contextOf } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { isRefused } from '../../messaging/ask_recipients.ts'
import { localeOfInvited } from '../../people/mails/locale.ts'
import { quotable } from '../../people/mails/quotable.ts'
import { sendMail } from '../../people/mails/send.ts'
import { feedbackMail } from '../words/feedback.ts'
import { inLanguage } from '../words/in_language.ts'

/**
 * Mails links that are new, to each in their language, or else in that of the organisation. An address that refuses
 * requests gets none, which the answer does not reveal.
 */
export async function mailLinks(trx: Trx, viewer: Viewer, round: Round, emails: string[]): Promise<void> {
  const { rows } = await sql<{ person: string; organisation: string }>`
    select ${displayNameOf('u')} as person, o.name as organisation from user_account u, organisation o
    where u.id = ${round.user_id} and o.id = ${round.organisation_id}`.execute(trx)
  const names = { person: quotable(rows[0]!.person), organisation: quotable(rows[0]!.organisation) }
  for (const email of emails) {
    await takeAttempt(trx, 'invite', viewer.user_id)
    await takeAttempt(trx, 'invite_to', email)
    await countMail(trx, round.organisation_id)
    const { token, sha256 } = makeToken()
    await sql`update devfeedback_colleague set token_sha256 = ${sha256}
      where devfeedback_id = ${round.id} and email = ${email}`.execute(trx)
    if (await isRefused(trx, email)) continue
    const link = linksTo(contextOf(trx).config.public_url).feedback(token)
    const locale = await localeOfInvited(trx, email, round.organisation_id)
    const written = inLanguage(locale, feedbackMail, { ...names, day: round.closes_on, link })
    await sendMail(trx, { to: email, link, ...written })
  }
}

type Round = { id: number; organisation_id: number; user_id: number; closes_on: string }
