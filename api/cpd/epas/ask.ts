import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { linksTo } from '#messages/links.ts'
import { checkEmails } from '../../crud/checks.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { countMail } from '../../crud/quotas.ts'
import { makeToken } from '../../crud/session/random_token.ts'
import { contextOf } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { wrong } from '../../http/errors.ts'
import { isRefused } from '../../messaging/ask_recipients.ts'
import { localeOfInvited } from '../../people/mails/locale.ts'
import { quotable } from '../../people/mails/quotable.ts'
import { sendMail } from '../../people/mails/send.ts'
import { isRelated, noSuchPerson } from '../people/person_for.ts'
import { assessmentMail } from '../words/assessment.ts'
import { inLanguage } from '../words/in_language.ts'

/** Asks a supervisor in the app, or an assessor by a mail with a link of their own. */
export async function askAssessor(
  trx: Trx,
  viewer: Viewer,
  asked: Request,
  address: string | undefined,
): Promise<void> {
  if (address !== undefined) return mailLink(trx, viewer, asked, address)
  const { organisation_id, user_id, observed_on } = asked
  const other_user_id = asked.assessor_user_id!
  const kinds = ['supervisor', 'alternate']
  const { rows } = await sql<{ id: number }>`select t.id from cpd_rotation t where t.user_id = ${user_id}
    and t.organisation_id = ${organisation_id} and ${observed_on}::date between t.begins and t.ends`.execute(trx)
  const related = { organisation_id, user_id, other_user_id, kinds, cpd_rotation_id: rows[0]?.id ?? null }
  if (!(await isRelated(trx, related))) throw noSuchPerson('assessor_user_id')
}

async function mailLink(trx: Trx, viewer: Viewer, asked: Request, address: string): Promise<void> {
  const email = checkEmails(address, 'assessor_email')
  if (email === '' || email.includes(',')) throw wrong('assessor_email', 'give one address.')
  const { rows } = await sql<{ person: string; own: string | null; organisation: string }>`
    select ${displayNameOf('u')} as person, lower(u.email) as own, o.name as organisation
    from user_account u, organisation o
    where u.id = ${asked.user_id} and o.id = ${asked.organisation_id}`.execute(trx)
  const { own, ...names } = rows[0]!
  if (email.toLowerCase() === own) throw wrong('assessor_email', 'nobody assesses themselves.')
  await takeAttempt(trx, 'invite', viewer.user_id)
  await takeAttempt(trx, 'invite_to', email)
  await countMail(trx, asked.organisation_id)
  const { token, sha256 } = makeToken()
  await sql`update cpd_assessment set token_sha256 = ${sha256}, assessor_email = ${email} where id = ${asked.id}`.execute(
    trx,
  )
  if (await isRefused(trx, email)) return
  const link = linksTo(contextOf(trx).config.public_url).assessment(token)
  const values = { person: quotable(names.person), organisation: quotable(names.organisation), day: asked.observed_on }
  const locale = await localeOfInvited(trx, email, asked.organisation_id)
  await sendMail(trx, { to: email, link, ...inLanguage(locale, assessmentMail, { ...values, link }) })
}

type Request = {
  id: number
  organisation_id: number
  user_id: number
  observed_on: string
  epa: string
  assessor_user_id?: number
}
