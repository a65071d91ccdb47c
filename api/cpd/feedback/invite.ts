import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { checkEmails } from '../../crud/checks.ts'
import { read } from '../../crud/crud.ts'
import { IdQuery, type RowIn } from '../../crud/resource.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { decidesFor } from '../people/decides.ts'
import { isAdministrator } from '../people/person_for.ts'
import { proposeList } from './approval.ts'
import { closed, devfeedback } from './devfeedback.ts'
import { mailLinks } from './mail_links.ts'

const MOST_COLLEAGUES = 40
/** Days between two reminders. */
const REMINDER_DAYS = 3

const Colleague = Type.Object(
  { email: Type.String({ minLength: 3, maxLength: 254 }), name: Type.Optional(Type.String({ maxLength: 200 })) },
  { additionalProperties: false },
)

/** The person, or an administrator, names colleagues; each gets a link of their own by mail, once the list is approved. */
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
  message: 'The colleagues are being asked, or wait for approval.',
  // Their links last.
  config: { idempotent: true, lasting: true },
  async run({ context, viewer, body: { id, colleagues } }) {
    await transact(context, async (trx) => {
      const round = await openRound(trx, viewer, id)
      const { organisation_id, colleagues_approved_by } = round
      const asks = colleagues_approved_by === 'nobody' || decidesFor(viewer, round)
      if (!asks) await takeBackRefused(trx, round)
      const emails = await addColleagues(trx, round, colleagues, !asks)
      const about = { organisation_id, entity: 'devfeedback', entity_id: id }
      await audit(trx, viewer, asks ? 'devfeedback.invite' : 'devfeedback.propose', about)
      if (asks) await mailLinks(trx, viewer, round, emails)
      else await proposeList(trx, round)
    })
    return read(context.db, devfeedback, viewer, id)
  },
})

/** A list that was refused makes room for the next one. @throws {AppError} not_possible while one waits */
async function takeBackRefused(trx: Trx, { id, proposed_at }: Round): Promise<void> {
  if (proposed_at !== null) {
    throw new AppError('not_possible', 'Your list waits for approval. Please name others once it is decided.')
  }
  await sql`delete from devfeedback_colleague where devfeedback_id = ${id} and proposed`.execute(trx)
}

/** @returns the addresses, of people who are not in the round yet */
async function addColleagues(trx: Trx, round: Round, colleagues: Colleague[], proposed: boolean): Promise<string[]> {
  const { id, organisation_id, user_id } = round
  const own = await addressesOf(trx, user_id)
  const listed = await trx
    .selectFrom('devfeedback_colleague')
    .select('email')
    .where('devfeedback_id', '=', id)
    .execute()
  const known = new Set(listed.map(({ email }) => email))
  for (const [i, colleague] of colleagues.entries()) {
    const field = `colleagues/${i}/email`
    const email = checkEmails(colleague.email, field)
    if (email === '' || email.includes(',')) throw wrong(field, 'give one address.')
    if (own.has(email)) throw wrong(field, 'a person does not answer about themselves.')
    if (known.has(email)) throw new AppError('conflict', `${email} is on the list already.`, field)
    known.add(email)
    if (known.size > MOST_COLLEAGUES) {
      throw new AppError('not_possible', `A round asks at most ${MOST_COLLEAGUES} colleagues.`, 'colleagues')
    }
    const values = { organisation_id, devfeedback_id: id, email, name: colleague.name?.trim() ?? '', proposed }
    await trx.insertInto('devfeedback_colleague').values(values).execute()
  }
  return [...known].slice(listed.length)
}

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
        .where('proposed', '=', false)
        .orderBy('id')
        .execute()
      const about = { organisation_id: round.organisation_id, entity: 'devfeedback', entity_id: id }
      await audit(trx, viewer, 'devfeedback.remind', about)
      const emails = waiting.map(({ email }) => email)
      await mailLinks(trx, viewer, round, emails)
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

type Round = RowIn<typeof devfeedback.row>
type Colleague = Static<typeof Colleague>
