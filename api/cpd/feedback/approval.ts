import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { takeStep } from '../../crud/crud.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import type { RowIn } from '../../crud/resource.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { approvedBy } from '../access.ts'
import { inform } from '../people/inform.ts'
import { isManagerIn } from '../people/managers.ts'
import { checkReason } from '../steps.ts'
import { colleaguesApproved, colleaguesProposed, colleaguesRefused } from '../words/colleagues.ts'
import { devfeedback } from './devfeedback.ts'
import { mailLinks } from './mail_links.ts'

/** How many are notified of a list; any who may approves it. */
const MOST_NOTIFIED = 20

const list = {
  id: Id,
  /** Of the list that was read: a later one is refused as outdated. */
  proposed_at: Type.Optional(Timestamp),
}

export const approveColleagues = defineAction({
  method: 'POST',
  path: 'devfeedback/approve',
  tags: ['devfeedbacks'],
  summary: 'Approve the colleagues whom a person has named, who are then asked by mail',
  body: Type.Object(list, { additionalProperties: false }),
  message: 'The colleagues are being asked.',
  config: { open_to: ['lapsed'], lasting: true },
  // A supervisor may not see the round any more: it is the person's until it is closed.
  async run({ context, viewer, body }) {
    await decide(context, viewer, body, 'approve', async (trx, round) => {
      const proposed = await trx
        .updateTable('devfeedback_colleague')
        .set({ proposed: false })
        .where('devfeedback_id', '=', round.id)
        .where('proposed', '=', true)
        .returning(['id', 'email'])
        .execute()
      const emails = proposed.toSorted((a, b) => a.id - b.id).map(({ email }) => email)
      await mailLinks(trx, viewer, round, emails)
      await informPerson(trx, round, colleaguesApproved)
      // They were asked now, not when the round began.
      return { proposed_at: null, reminded_at: sql`now()` }
    })
  },
})

export const refuseColleagues = defineAction({
  method: 'POST',
  path: 'devfeedback/refuse',
  tags: ['devfeedbacks'],
  summary: 'Refuse the colleagues whom a person has named, with the reason: nobody on the list is asked',
  body: Type.Object({ ...list, text: Type.String({ maxLength: 10_000 }) }, { additionalProperties: false }),
  message: 'The list has been refused.',
  config: { open_to: ['lapsed'] },
  async run({ context, viewer, body }) {
    const refused_text = checkReason(body.text, 'text')
    await decide(context, viewer, body, 'refuse', async (trx, round) => {
      await informPerson(trx, round, colleaguesRefused)
      return { proposed_at: null, refused_text }
    })
  },
})

/** Makes a list wait for approval, and notifies who gives it. */
export async function proposeList(trx: Trx, round: Round): Promise<void> {
  const { id, organisation_id } = round
  await sql`update devfeedback set proposed_at = now(), refused_text = null, modified_at = now()
    where id = ${id}`.execute(trx)
  const { rows } = await sql<{ person: string }>`select ${displayNameOf('u')} as person from user_account u
    where u.id = ${round.user_id}`.execute(trx)
  const values = { person: rows[0]!.person, form: round.template }
  for (const user_id of await approversOf(trx, round)) {
    const occasion = `proposed ${Date.now()}`
    await inform(
      trx,
      { page: 'feedbackround', id, organisation_id, user_id },
      { occasion, texts: colleaguesProposed, values },
    )
  }
}

/** The person's supervisors where the form says so; otherwise, and where there are none, administrators and CPD officers. */
async function approversOf(trx: Trx, { id, colleagues_approved_by }: Round): Promise<number[]> {
  const { rows } = await sql<{ id: number; supervises: boolean; manages: boolean }>`
    select * from (
      select u.id, ${approvedBy(sql`u.id`, 'devfeedback')} as supervises, ${isManagerIn('m')} as manages
      from devfeedback join membership m on m.organisation_id = devfeedback.organisation_id
        join user_account u on u.id = m.user_id and u.active and u.deleted_at is null
      where devfeedback.id = ${id} and u.id <> devfeedback.user_id) one
    where manages or supervises order by id`.execute(trx)
  const supervisors = colleagues_approved_by === 'supervisor' ? rows.filter(({ supervises }) => supervises) : []
  const found = supervisors.length > 0 ? supervisors : rows.filter(({ manages }) => manages)
  return found.slice(0, MOST_NOTIFIED).map((one) => one.id)
}

/** The person is notified, not of the reason: a mailbox may be the employer's. */
function informPerson(trx: Trx, round: Round, texts: typeof colleaguesApproved): Promise<void> {
  const { id, organisation_id, user_id } = round
  const values = { form: round.template, day: round.closes_on }
  return inform(
    trx,
    { page: 'feedbackround', id, organisation_id, user_id },
    { occasion: `decided ${Date.now()}`, texts, values },
  )
}

const decide = (context: ApiContext, viewer: Viewer, body: List, verb: 'approve' | 'refuse', step: Step) =>
  takeStep(context, devfeedback, viewer, body.id, async (trx, round) => {
    checkNotImpersonating(viewer)
    if (!round.may_approve) throw mayNot(round)
    if (body.proposed_at !== undefined && body.proposed_at !== round.proposed_at) throw new AppError('outdated')
    const { id, organisation_id } = round
    await audit(trx, viewer, `devfeedback.${verb}`, { organisation_id, entity: 'devfeedback', entity_id: id })
    return step(trx, round)
  })

function mayNot({ open, proposed_at, colleagues_approved_by }: Round): AppError {
  if (!open) return new AppError('not_possible', 'This round is closed.')
  if (proposed_at === null) return new AppError('not_possible', 'No list of colleagues waits for approval.')
  const who = colleagues_approved_by === 'supervisor' ? 'a current supervisor, a CPD officer' : 'a CPD officer'
  return new AppError('forbidden', `The list is approved by ${who} or an administrator, who is not the person.`)
}

type Round = RowIn<typeof devfeedback.row>
type List = { id: number; proposed_at?: string }
type Step = (trx: Trx, round: Round) => Promise<object>
