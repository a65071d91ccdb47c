import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { read, takeStep } from '../../crud/crud.ts'
import { IdQuery, type RowIn } from '../../crud/resource.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { todayOf } from '../access.ts'
import { writeCredits } from '../activities/credits.ts'
import { checkNotFrozen, checkPlanOpen } from '../freezing.ts'
import { keepSnapshot } from '../snapshots.ts'
import { checkReason, ReturnBody, SignBody } from '../steps.ts'
import { devform } from './devform.ts'
import { checkAnswers } from './fields.ts'

const tags = ['devforms']

/** Submitting a form, agreeing to it and returning it. */
export const submitForm = defineAction({
  method: 'POST',
  path: 'devform/submit',
  tags,
  summary: 'Submit a form; the writer of an anonymous one is not kept',
  body: IdQuery,
  message: 'The form has been submitted.',
  async run({ context, viewer, body }) {
    await takeFormStep(context, viewer, body.id, async (trx, form) => {
      if (form.filled_by_user_id !== viewer.user_id) throw new AppError('forbidden', 'Its writer submits a form.')
      checkNotImpersonating(viewer)
      if (!['draft', 'returned'].includes(form.state)) throw new AppError('not_possible', `This form is ${form.state}.`)
      checkAnswers(form.fields, form.answers, { complete: true })
      const { filled_by } = await templateOf(trx, form)
      const anonymous = filled_by === 'anonymous' && { filled_by_user_id: null }
      return { state: 'submitted', submitted_at: sql`now()`, note: '', ...anonymous }
    })
  },
})

export const agreeForm = defineAction({
  method: 'POST',
  path: 'devform/agree',
  tags,
  summary: 'Agree to a form: the supervisor, or the person where another has filled it in. It is kept as signed',
  body: SignBody,
  answer: devform.row,
  config: { open_to: ['lapsed'] },
  async run({ context, viewer, body }) {
    await takeFormStep(context, viewer, body.id, async (trx, form) => {
      checkAgreer(viewer, form)
      const { id, organisation_id, user_id, version, devformtemplate_id, fields, answers } = form
      const signed_by_user_id = viewer.user_id
      const shown = {
        form: { id, user_id, devformtemplate_id, version, fields, answers },
        signed: { by_user_id: viewer.user_id, at: new Date().toISOString(), signature: body.signature ?? null },
      }
      const of = { organisation_id, user_id, entity: 'devform' as const, entity_id: id, signed_by_user_id }
      const { content, sha256 } = await keepSnapshot(trx, { ...of, shown })
      await recordCredit(trx, form)
      return { state: 'agreed', agreed_at: sql`now()`, agreed_by_user_id: viewer.user_id, snapshot: content, sha256 }
    })
    return read(context.db, devform, viewer, body.id)
  },
})

export const returnForm = defineAction({
  method: 'POST',
  path: 'devform/return',
  tags,
  summary: 'Return a submitted form, with the reason',
  body: ReturnBody,
  answer: devform.row,
  config: { open_to: ['lapsed'] },
  async run({ context, viewer, body }) {
    const note = checkReason(body.text, 'text')
    await takeFormStep(context, viewer, body.id, async (_trx, form) => {
      checkAgreer(viewer, form)
      if (form.filled_by_user_id === null) {
        throw new AppError('not_possible', 'The writer of an anonymous form is not known.')
      }
      return { state: 'returned', note }
    })
    return read(context.db, devform, viewer, body.id)
  },
})

/** While the cycle of its plan is open. */
const takeFormStep = (context: ApiContext, viewer: Viewer, id: number, step: Step) =>
  takeStep(context, devform, viewer, id, async (trx, form) => {
    await checkPlanOpen(trx, form.devplan_id)
    return step(trx, form)
  })

const templateOf = (trx: Trx, form: Form) =>
  trx.selectFrom('devformtemplate').selectAll().where('id', '=', form.devformtemplate_id).executeTakeFirstOrThrow()

function checkAgreer(viewer: Viewer, form: Form): void {
  checkNotImpersonating(viewer)
  if (!form.may_agree) throw new AppError('forbidden', 'Only the other side of the form may do that.')
  if (form.state !== 'submitted') throw new AppError('not_possible', `This form is ${form.state}, not submitted.`)
}

/** What a form counts is recorded as an activity of its person, on the day of the agreement. */
async function recordCredit(trx: Trx, form: Form): Promise<void> {
  const { organisation_id, user_id } = form
  const { name, credit_devcategory_id, credit_hours } = await templateOf(trx, form)
  if (credit_devcategory_id === null || credit_hours === null) return
  const completed_on = await todayOf(trx, organisation_id)
  await checkNotFrozen(trx, { organisation_id, user_id, dates: [completed_on] })
  const { id } = await trx
    .insertInto('devactivity')
    .values({ organisation_id, user_id, target: name, hours: credit_hours, completed_on, state: 'recorded' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const part = { devcategory_id: credit_devcategory_id, hours: credit_hours / 100 }
  await writeCredits(trx, { id, organisation_id, user_id, hours: credit_hours }, [part])
}

type Form = RowIn<typeof devform.row>
type Step = (trx: Trx, form: Form) => Promise<object>
