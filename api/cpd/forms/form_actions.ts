import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Signature } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { read } from '../../crud/crud.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { todayOf } from '../access.ts'
import { writeCredits } from '../activities/credits.ts'
import { checkNotFrozen, checkPlanOpen } from '../freezing.ts'
import { keepSnapshot } from '../snapshots.ts'
import { devform, mayAgree } from './devform.ts'
import { checkAnswers } from './fields.ts'

const Body = Type.Object({ id: Id }, { additionalProperties: false })
const AgreeBody = Type.Object({ id: Id, signature: Type.Optional(Signature) }, { additionalProperties: false })
const ReturnBody = Type.Object({ id: Id, text: Type.String({ maxLength: 10_000 }) }, { additionalProperties: false })

/** Submitting a form, agreeing to it and returning it. */
export function addFormActions(app: TypedApp, context: ApiContext): void {
  const tags = ['devforms']
  const row = (viewer: Viewer, id: number) => read(context.db, devform, viewer, id)
  const response = answers({ 261: devform.row })

  app.post('/devform/submit', {
    schema: {
      tags,
      summary: 'Submit a form; the writer of an anonymous one is not kept',
      body: Body,
      response: answers({ 261: Type.Null() }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      await transact(context, async (trx) => {
        const form = await findForm(trx, viewer, request.body.id)
        if (form.filled_by_user_id !== viewer.user_id) throw new AppError('forbidden', 'Its writer submits a form.')
        checkNotImpersonating(viewer)
        if (!['draft', 'returned'].includes(form.state))
          throw new AppError('not_possible', `This form is ${form.state}.`)
        checkAnswers(form.fields, form.answers, { complete: true })
        const anonymous = form.filled_by === 'anonymous' && { filled_by_user_id: null }
        await change(trx, form.id, { state: 'submitted', submitted_at: sql`now()`, note: '', ...anonymous })
      })
      return reply.code(261).send({ data: null, message: 'The form has been submitted.' })
    },
  })

  app.post('/devform/agree', {
    config: { open_to: ['lapsed'] },
    schema: {
      tags,
      summary: 'Agree to a form: the supervisor, or the person where another has filled it in. It is kept as signed',
      body: AgreeBody,
      response,
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      await transact(context, async (trx) => {
        const form = await findForm(trx, viewer, request.body.id)
        checkAgreer(viewer, form)
        const { id, organisation_id, user_id, version, devformtemplate_id, fields } = form
        const shown = {
          form: { id, user_id, devformtemplate_id, version, fields, answers: form.answers },
          signed: {
            by_user_id: viewer.user_id,
            at: new Date().toISOString(),
            signature: request.body.signature ?? null,
          },
        }
        const snapshot = await keepSnapshot(trx, {
          organisation_id,
          user_id,
          entity: 'devform' as const,
          entity_id: id,
          signed_by_user_id: viewer.user_id,
          shown,
        })
        await change(trx, id, {
          state: 'agreed',
          agreed_at: sql`now()`,
          agreed_by_user_id: viewer.user_id,
          snapshot: snapshot.content,
          sha256: snapshot.sha256,
        })
        await recordCredit(trx, form)
      })
      return reply.code(261).send({ data: await row(viewer, request.body.id) })
    },
  })

  app.post('/devform/return', {
    config: { open_to: ['lapsed'] },
    schema: { tags, summary: 'Return a submitted form, with the reason', body: ReturnBody, response },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const text = request.body.text.trim()
      if (!text) throw wrong('text', 'please say what is missing.')
      await transact(context, async (trx) => {
        const form = await findForm(trx, viewer, request.body.id)
        checkAgreer(viewer, form)
        if (form.filled_by_user_id === null) {
          throw new AppError('not_possible', 'The writer of an anonymous form is not known.')
        }
        await change(trx, form.id, { state: 'returned', note: text })
      })
      return reply.code(261).send({ data: await row(viewer, request.body.id) })
    },
  })
}

/** The form, locked; 404 for one that the viewer may not read. */
async function findForm(trx: Trx, viewer: Viewer, id: number) {
  const form = await trx
    .selectFrom('devform')
    .innerJoin('devformtemplate as ft', 'ft.id', 'devform.devformtemplate_id')
    .selectAll('devform')
    .select(['ft.fields', 'ft.filled_by', 'ft.name', 'ft.credit_devcategory_id', 'ft.credit_hours'])
    .select(mayAgree(viewer).as('may_agree'))
    .where('devform.id', '=', id)
    .where(devform.reads(viewer))
    .forUpdate('devform')
    .executeTakeFirst()
  if (!form) throw new AppError('not_found', 'There is no such form.', 'id')
  await checkPlanOpen(trx, form.devplan_id)
  return form
}

function checkAgreer(viewer: Viewer, form: Form): void {
  checkNotImpersonating(viewer)
  if (!form.may_agree) throw new AppError('forbidden', 'Only the other side of the form may do that.')
  if (form.state !== 'submitted') throw new AppError('not_possible', `This form is ${form.state}, not submitted.`)
}

/** What a form counts is recorded as an activity of its person, on the day of the agreement. */
async function recordCredit(trx: Trx, form: Form): Promise<void> {
  const { organisation_id, user_id, name, credit_devcategory_id, credit_hours } = form
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

async function change(trx: Trx, id: number, values: object): Promise<void> {
  await trx
    .updateTable('devform')
    .set({ ...values, modified_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

type Form = Awaited<ReturnType<typeof findForm>>
