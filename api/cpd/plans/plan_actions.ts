import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { audit, isWatched } from '../../crud/audit.ts'
import { read, takeStep } from '../../crud/crud.ts'
import { IdQuery, type RowIn } from '../../crud/resource.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { checkPlanOpen } from '../freezing.ts'
import { inform } from '../people/inform.ts'
import { onlySupervisorOf } from '../people/only_supervisor.ts'
import { keepSnapshot } from '../snapshots.ts'
import { checkApproves, checkReason, ReturnBody, SignBody } from '../steps.ts'
import { planSteps } from '../words/plan.ts'
import { devplan } from './devplan.ts'
import { recorded } from './records.ts'

const tags = ['devplans']
const Snapshot = Type.Object({
  id: Id,
  entity: Type.String({ enum: ['devplan', 'devplan_review'] }),
  content: Type.String({ description: 'JSON; sha256 is of these bytes' }),
  sha256: Type.String(),
  signed_by_user_id: Type.Union([Id, Type.Null()]),
  created_at: Type.String({ format: 'date-time' }),
})

export const submitPlan = definePlanStep('submit', 'Submit your plan to your supervisors', submit)
export const agreePlan = definePlanStep(
  'agree',
  'Agree to a plan that you supervise: it is kept as it is now, with your signature',
  agree,
)
export const reviewPlan = definePlanStep('review', 'Review a plan at the end of its cycle, with your signature', review)

export const returnPlan = defineAction({
  method: 'POST',
  path: 'devplan/return',
  tags,
  summary: 'Return a submitted plan that you supervise, with the reason',
  body: ReturnBody,
  message: 'The plan has been returned.',
  config: { open_to: ['lapsed'] },
  // The returned plan is the person's draft: a supervisor may not see it any more.
  async run({ context, viewer, body }) {
    const returned_text = checkReason(body.text, 'text')
    await takePlanStep(context, viewer, body.id, 'return', async (trx, plan) => {
      checkApproves(viewer, plan.may_agree)
      expectState(plan, 'submitted')
      await informOf(trx, plan, 'returned')
      return { state: 'draft', returned_text }
    })
  },
})

export const listSnapshots = defineAction({
  method: 'GET',
  path: 'devplan/snapshots',
  tags,
  summary: 'List what was agreed and reviewed, as it was signed',
  query: IdQuery,
  answer: Type.Array(Snapshot),
  async run({ context, viewer, query }) {
    const { id } = await read(context.db, devplan, viewer, query.id)
    return context.db
      .selectFrom('cpd_snapshot')
      .select(['id', 'entity', 'content', 'sha256', 'signed_by_user_id', 'created_at'])
      .where('entity', 'in', ['devplan', 'devplan_review'])
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()
  },
})

function definePlanStep<const Verb extends string>(verb: Verb, summary: string, step: Step) {
  return defineAction({
    method: 'POST',
    path: `devplan/${verb}` as const,
    tags,
    summary,
    body: SignBody,
    answer: devplan.row,
    config: { open_to: verb === 'submit' ? [] : ['lapsed'] },
    async run({ context, viewer, body }) {
      await takePlanStep(context, viewer, body.id, verb, (trx, plan) => step(trx, viewer, plan, body))
      return read(context.db, devplan, viewer, body.id)
    },
  })
}

/** In an open cycle; those of administrators and impersonators are audited. */
export const takePlanStep = (context: ApiContext, viewer: Viewer, id: number, verb: string, step: Change) =>
  takeStep(context, devplan, viewer, id, async (trx, plan) => {
    await checkPlanOpen(trx, id)
    const changes = await step(trx, plan)
    const { organisation_id } = plan
    if (isWatched(viewer, organisation_id)) {
      await audit(trx, viewer, `devplan.${verb}`, { organisation_id, entity: 'devplan', entity_id: id })
    }
    return changes
  })

async function submit(trx: Trx, viewer: Viewer, plan: Plan) {
  checkNotImpersonating(viewer)
  if (plan.user_id !== viewer.user_id) throw new AppError('forbidden', 'Only the person submits their plan.')
  expectState(plan, 'draft')
  const { rows } = await sql`select 1 from devgoal where devplan_id = ${plan.id} limit 1`.execute(trx)
  if (rows.length === 0) throw new AppError('not_possible', 'This plan has no goals yet.')
  const first_submitted_at = sql`coalesce(first_submitted_at, now())`
  const records = await recorded(trx, plan.id, 'plan', plan.text)
  const supervisor_user_id = sql`coalesce(supervisor_user_id, ${onlySupervisorOf(plan)})`
  const submitted = { state: 'submitted', submitted_at: sql`now()`, first_submitted_at, returned_text: null }
  return { ...submitted, supervisor_user_id, ...records }
}

async function agree(trx: Trx, viewer: Viewer, plan: Plan, { signature }: Signed) {
  checkApproves(viewer, plan.may_agree)
  expectState(plan, 'submitted')
  const { content, sha256 } = await sign(trx, viewer, plan, { entity: 'devplan', signature })
  const agreed = { agreed_at: sql`now()`, agreed_by_user_id: viewer.user_id }
  const records = await recorded(trx, plan.id, 'plan_agreed')
  await informOf(trx, plan, 'agreed')
  return { state: 'agreed', ...agreed, ...records, agreed_snapshot: content, agreed_sha256: sha256 }
}

async function review(trx: Trx, viewer: Viewer, plan: Plan, { signature }: Signed) {
  checkApproves(viewer, plan.may_agree)
  expectState(plan, 'agreed')
  if (!plan.self_evaluation.trim()) {
    throw new AppError('not_possible', 'The person has not written their self-evaluation yet.')
  }
  await sign(trx, viewer, plan, { entity: 'devplan_review', signature })
  await informOf(trx, plan, 'reviewed')
  return { state: 'reviewed', reviewed_at: sql`now()` }
}

/** Notifies the person of a step of their supervisor. Not of the reason: a mailbox may be the employer's. */
function informOf(trx: Trx, { id, organisation_id, user_id, cycle }: Plan, step: keyof typeof planSteps) {
  // A plan may be returned several times.
  const news = { occasion: `${step} ${Date.now()}`, texts: planSteps[step], values: { cycle } }
  return inform(trx, { page: 'plan', id, organisation_id, user_id }, news)
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

function expectState(plan: Plan, state: Plan['state']): void {
  if (plan.state !== state) throw new AppError('not_possible', `This plan is ${plan.state}, not ${state}.`)
}

type Signed = Static<typeof SignBody>
export type Plan = RowIn<typeof devplan.row>
type Change = (trx: Trx, plan: Plan) => Promise<object>
type Step = (trx: Trx, viewer: Viewer, plan: Plan, body: Signed) => Promise<object>
type Signing = { entity: 'devplan' | 'devplan_review'; signature: Signed['signature'] }
