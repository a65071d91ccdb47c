import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { linksTo } from '#messages/links.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { checkEmails } from '../../crud/checks.ts'
import { read } from '../../crud/crud.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { countMail } from '../../crud/quotas.ts'
import { IdQuery, type RowIn } from '../../crud/resource.ts'
import { makeToken } from '../../crud/session/random_token.ts'
import { contextOf, transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { isRefused } from '../../messaging/ask_recipients.ts'
import { localeOfInvited } from '../../people/mails/locale.ts'
import { quotable } from '../../people/mails/quotable.ts'
import { sendMail } from '../../people/mails/send.ts'
import { isAdministrator } from '../people/person_for.ts'
import { closed, devfeedback } from './devfeedback.ts'
import { feedbackMail } from './words.ts'

const MOST_COLLEAGUES = 40
/** Days between two reminders. */
const REMINDER_DAYS = 3

const Colleague = Type.Object(
  { email: Type.String({ minLength: 3, maxLength: 254 }), name: Type.Optional(Type.String({ maxLength: 200 })) },
  { additionalProperties: false },
)

/** The person, or an administrator, names colleagues; each gets a link of their own by mail. */
export const inviteColleagues = defineAction({
  method: 'POST',
  path: 'devfeedback/invite',
  tags: ['devfeedbacks'],
  summary: 'Ask colleagues for feedback by mail; each answers once, by a link of their own, without an account',
  body: Type.Object(
    { id: Id, colleagues: Type.Array(Colleague, { minItems: 1, maxItems: MOST_COLLEAGUES }) },
    { additionalProperties: false },
  ),
  answer: devfeedback.row,
  message: 'The colleagues are being asked.',
  // Their links last.
  config: { idempotent: true, lasting: true },
  async run({ context, viewer, body: { id, colleagues } }) {
    await transact(context, async (trx) => {
      const round = await openRound(trx, viewer, id)
      const { organisation_id, user_id } = round
      const own = await addressesOf(trx, user_id)
      const asked = await trx
        .selectFrom('devfeedback_colleague')
        .select('email')
        .where('devfeedback_id', '=', id)
        .execute()
      const known = new Set(asked.map(({ email }) => email))
      for (const [i, colleague] of colleagues.entries()) {
        const field = `colleagues/${i}/email`
        const email = checkEmails(colleague.email, field)
        if (email === '' || email.includes(',')) throw wrong(field, 'give one address.')
        if (own.has(email)) throw wrong(field, 'a person does not answer about themselves.')
        if (known.has(email)) throw new AppError('conflict', `${email} was asked already.`, field)
        known.add(email)
        if (known.size > MOST_COLLEAGUES) {
          throw new AppError('not_possible', `A round asks at most ${MOST_COLLEAGUES} colleagues.`, 'colleagues')
        }
        const values = { organisation_id, devfeedback_id: id, email, name: colleague.name?.trim() ?? '' }
        await trx.insertInto('devfeedback_colleague').values(values).execute()
      }
      await audit(trx, viewer, 'devfeedback.invite', { organisation_id, entity: 'devfeedback', entity_id: id })
      await mailTo(trx, viewer, round, [...known].slice(asked.length))
    })
    return read(context.db, devfeedback, viewer, id)
  },
})

/** Who has not answered gets a new link, and the one before ends. Who that is, the answer does not say. */
export const remindColleagues = defineAction({
  method: 'POST',
  path: 'devfeedback/remind',
  tags: ['devfeedbacks'],
  summary: `Remind the colleagues who have not answered, at most once in ${REMINDER_DAYS} days`,
  body: IdQuery,
  answer: devfeedback.row,
  message: 'Who has not answered is being reminded.',
  config: { lasting: true },
  async run({ context, viewer, body: { id } }) {
    await transact(context, async (trx) => {
      const round = await openRound(trx, viewer, id)
      const { rows: taken } = await sql`update devfeedback set reminded_at = now(), modified_at = now() where id = ${id}
        and coalesce(reminded_at, created_at) < now() - make_interval(days => ${REMINDER_DAYS}) returning id`.execute(
        trx,
      )
      if (taken.length === 0) {
        throw new AppError('not_possible', `Colleagues were asked less than ${REMINDER_DAYS} days ago.`)
      }
      const waiting = await trx
        .selectFrom('devfeedback_colleague')
        .select('email')
        .where('devfeedback_id', '=', id)
        .where('answered', '=', false)
        .orderBy('id')
        .execute()
      const about = { organisation_id: round.organisation_id, entity: 'devfeedback', entity_id: id }
      await audit(trx, viewer, 'devfeedback.remind', about)
      await mailTo(
        trx,
        viewer,
        round,
        waiting.map(({ email }) => email),
      )
    })
    return read(context.db, devfeedback, viewer, id)
  },
})

export const closeRound = defineAction({
  method: 'POST',
  path: 'devfeedback/close',
  tags: ['devfeedbacks'],
  summary: 'Close a round of feedback before its last day: nobody answers any more, and the results can be read',
  body: IdQuery,
  answer: devfeedback.row,
  message: 'The round is closed.',
  config: { lasting: true },
  async run({ context, viewer, body: { id } }) {
    await transact(context, async (trx) => {
      const { organisation_id } = await openRound(trx, viewer, id)
      await sql`update devfeedback set closed_at = now(), modified_at = now() where id = ${id}`.execute(trx)
      await audit(trx, viewer, 'devfeedback.close', { organisation_id, entity: 'devfeedback', entity_id: id })
    })
    return read(context.db, devfeedback, viewer, id)
  },
})

/** @throws {AppError} not_found, forbidden for who only reads it, not_possible for one that is closed */
async function openRound(trx: Trx, viewer: Viewer, id: number): Promise<Round> {
  const round = await read(trx, devfeedback, viewer, id, { lock: true })
  if (round.user_id !== viewer.user_id && !isAdministrator(viewer, round.organisation_id))
    throw new AppError('forbidden')
  if (!round.open) throw closed()
  return round
}

/** The addresses of a person. */
async function addressesOf(trx: Trx, user_id: number): Promise<Set<string>> {
  const { rows } = await sql<{ email: string | null }>`select lower(email) as email from user_account
    where id = ${user_id}`.execute(trx)
  return new Set(rows.flatMap(({ email }) => email ?? []))
}

/** Mails links that are new, to each in their language, or else in that of the organisation. An address that refuses requests gets none, which the answer does not reveal. */
async function mailTo(trx: Trx, viewer: Viewer, round: Round, emails: string[]): Promise<void> {
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
    await sendMail(trx, { to: email, link, ...feedbackMail(locale, { ...names, closes_on: round.closes_on, link }) })
  }
}

type Round = RowIn<typeof devfeedback.row>
