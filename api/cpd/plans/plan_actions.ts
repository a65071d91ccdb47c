import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Signature } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { audit, isWatched } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { approves } from '../access.ts'
import { checkPlanOpen } from '../freezing.ts'
import { keepSnapshot } from '../snapshots.ts'
import { devplan } from './devplan.ts'

const SignBody = Type.Object({ id: Id, signature: Type.Optional(Signature) }, { additionalProperties: false })
const ReturnBody = Type.Object({ id: Id, text: Type.String({ maxLength: 10_000 }) }, { additionalProperties: false })
const Snapshot = Type.Object({
  id: Id,
  entity: Type.String({ enum: ['devplan', 'devplan_review'] }),
  content: Type.String({ description: 'JSON; sha256 is of these bytes' }),
  sha256: Type.String(),
  signed_by_user_id: Type.Union([Id, Type.Null()]),
  created_at: Type.String({ format: 'date-time' }),
})

/** Submitting, agreeing, returning and reviewing a plan. */
export function addPlanActions(app: TypedApp, context: ApiContext): void {
  const steps: [string, string, Step][] = [
    ['submit', 'Submit your plan to your supervisors', submit],
    ['agree', 'Agree to a plan that you supervise: it is kept as it is now, with your signature', agree],
    ['review', 'Review a plan at the end of its cycle, with your signature', review],
  ]
  const resource = devplan
  for (const [name, summary, step] of steps) {
    app.post(`/devplan/${name}`, {
      config: { open_to: name === 'submit' ? [] : ['lapsed'] },
      schema: { tags: ['devplans'], summary, body: SignBody, response: answers({ 261: devplan.row }) },
      async handler(request, reply) {
        const viewer = viewerOf(request)
        await transact(context, async (trx) => {
          const plan = await findPlan(trx, viewer, request.body.id)
          await step(trx, viewer, plan, request.body)
          await note(trx, viewer, plan, name)
        })
        return reply.code(261).send({ data: await read(context.db, resource, viewer, request.body.id) })
      },
    })
  }

  app.post('/devplan/return', {
    config: { open_to: ['lapsed'] },
    schema: {
      tags: ['devplans'],
      summary: 'Return a submitted plan that you supervise, with the reason',
      body: ReturnBody,
      response: answers({ 261: Type.Null() }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const returned_text = request.body.text.trim()
      if (!returned_text) throw wrong('text', 'please say what is missing.')
      await transact(context, async (trx) => {
        const plan = await findPlan(trx, viewer, request.body.id)
        checkApprover(viewer, plan)
        expectState(plan, 'submitted')
        await change(trx, plan.id, { state: 'draft', returned_text })
        await note(trx, viewer, plan, 'return')
      })
      // The returned plan is the person's draft: a supervisor may not see it any more.
      return reply.code(261).send({ data: null, message: 'The plan has been returned.' })
    },
  })

  app.get('/devplan/snapshots', {
    schema: {
      tags: ['devplans'],
      summary: 'List what was agreed and reviewed, as it was signed',
      querystring: Type.Object({ id: Id }, { additionalProperties: false }),
      response: answers({ 200: Type.Array(Snapshot), 260: Type.Array(Snapshot) }),
    },
    async handler(request, reply) {
      const { id } = await read(context.db, resource, viewerOf(request), request.query.id)
      const data = await context.db
        .selectFrom('cpd_snapshot')
        .select(['id', 'entity', 'content', 'sha256', 'signed_by_user_id', 'created_at'])
        .where('entity', 'in', ['devplan', 'devplan_review'])
        .where('entity_id', '=', id)
        .orderBy('id')
        .execute()
      return reply.code(data.length > 0 ? 200 : 260).send({ data })
    },
  })
}

async function submit(trx: Trx, viewer: Viewer, plan: Plan): Promise<void> {
  checkNotImpersonating(viewer)
  if (plan.user_id !== viewer.user_id) throw new AppError('forbidden', 'Only the person submits their plan.')
  expectState(plan, 'draft')
  const { rows } = await sql`select 1 from devgoal where devplan_id = ${plan.id} limit 1`.execute(trx)
  if (rows.length === 0) throw new AppError('not_possible', 'This plan has no goals yet.')
  const first_submitted_at = sql<string>`coalesce(first_submitted_at, now())`
  const submitted_at = sql<string>`now()`
  await change(trx, plan.id, { state: 'submitted', submitted_at, first_submitted_at, returned_text: null })
}

async function agree(trx: Trx, viewer: Viewer, plan: Plan, { signature }: SignBody): Promise<void> {
  checkApprover(viewer, plan)
  expectState(plan, 'submitted')
  const snapshot = await sign(trx, viewer, plan, { entity: 'devplan', signature })
  await change(trx, plan.id, {
    state: 'agreed',
    agreed_at: sql<string>`now()`,
    agreed_by_user_id: viewer.user_id,
    agreed_snapshot: snapshot.content,
    agreed_sha256: snapshot.sha256,
  })
}

async function review(trx: Trx, viewer: Viewer, plan: Plan, { signature }: SignBody): Promise<void> {
  checkApprover(viewer, plan)
  expectState(plan, 'agreed')
  if (!plan.self_evaluation.trim()) {
    throw new AppError('not_possible', 'The person has not written their self-evaluation yet.')
  }
  await sign(trx, viewer, plan, { entity: 'devplan_review', signature })
  await change(trx, plan.id, { state: 'reviewed', reviewed_at: sql<string>`now()` })
}

/** Stores a snapshot of the plan, its goals and signatures. */
async function sign(trx: Trx, viewer: Viewer, plan: Plan, { entity, signature }: Signing) {
  const goals = await trx
    .selectFrom('devgoal')
    .selectAll()
    .where('devplan_id', '=', plan.id)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const { rows } = await sql<{
    now: string
  }>`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as now`.execute(trx)
  const { id, user_id, devcycle_id, text, self_evaluation, submitted_at, organisation_id } = plan
  const shown = {
    plan: { id, user_id, devcycle_id, text, self_evaluation, submitted_at },
    goals,
    signed: { by_user_id: viewer.user_id, at: rows[0]!.now, signature: signature ?? null },
  }
  const signed_by_user_id = viewer.user_id
  return keepSnapshot(trx, { organisation_id, user_id, entity, entity_id: id, signed_by_user_id, shown })
}

/** The plan, locked; 404 for one that the viewer may not read. */
async function findPlan(trx: Trx, viewer: Viewer, id: number) {
  const plan = await trx
    .selectFrom('devplan')
    .selectAll()
    .select(approves(viewer, 'devplan').as('may_agree'))
    .where('id', '=', id)
    .where(devplan.reads(viewer))
    .forUpdate()
    .executeTakeFirst()
  if (!plan) throw new AppError('not_found', 'There is no such plan.', 'id')
  await checkPlanOpen(trx, id)
  return plan
}

function checkApprover(viewer: Viewer, plan: Plan): void {
  checkNotImpersonating(viewer)
  if (!plan.may_agree) throw new AppError('forbidden', 'Only a current supervisor of the person may do that.')
}

function expectState(plan: Plan, state: Plan['state']): void {
  if (plan.state !== state) throw new AppError('not_possible', `This plan is ${plan.state}, not ${state}.`)
}

async function change(trx: Trx, id: number, values: object): Promise<void> {
  await trx
    .updateTable('devplan')
    .set({ ...values, modified_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

async function note(trx: Trx, viewer: Viewer, { id, organisation_id }: Plan, step: string): Promise<void> {
  if (!isWatched(viewer, organisation_id)) return
  await audit(trx, viewer, `devplan.${step}`, { organisation_id, entity: 'devplan', entity_id: id })
}

type SignBody = Static<typeof SignBody>
type Plan = Awaited<ReturnType<typeof findPlan>>
type Step = (trx: Trx, viewer: Viewer, plan: Plan, body: SignBody) => Promise<void>
type Signing = { entity: 'devplan' | 'devplan_review'; signature: SignBody['signature'] }
