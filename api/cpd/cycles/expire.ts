import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { audit } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import type { Resource } from '../../crud/resource.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { checkNotImpersonating, readsDefinitions, todayIn, writesDefinitions } from '../access.ts'
import { keepReports, titleForOthers } from '../report/data.ts'
import { evaluatePeople } from '../results/evaluate_plans.ts'
import { numbersOf } from '../results/stats.ts'
import { allows, isInAudience } from './audience.ts'
import { devcycle } from './devcycle.ts'

const Body = Type.Object({ id: Id }, { additionalProperties: false })
const ReopenBody = Type.Object({ id: Id, reason: Type.String({ maxLength: 2000 }) }, { additionalProperties: false })
const Current = Type.Array(devcycle.row)

/** The cycles of today, and closing and reopening one. */
export function addCycleActions(app: TypedApp, context: ApiContext): void {
  const resource = devcycle as unknown as Resource
  const tags = ['devcycles']

  app.get('/devcycles/current', {
    schema: {
      tags,
      summary: 'List the open cycles that you are in the audience of',
      querystring: Type.Object({ organisation_id: Type.Optional(Id) }, { additionalProperties: false }),
      response: answers({ 200: Current, 260: Current }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const ids = await currentCycles(context.db, viewer, request.query.organisation_id)
      const data = []
      for (const { id } of ids) data.push(await read(context.db, resource, viewer, id))
      return reply.code(data.length > 0 ? 200 : 260).send({ data })
    },
  })

  app.post('/devcycle/expire', {
    schema: {
      tags,
      summary: 'Close a cycle: what counted is kept as it is, and nothing dated in it changes any more',
      body: Body,
      response: answers({ 261: devcycle.row }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id } = request.body
      await transact(context, async (trx) => {
        const cycle = await lockCycle(trx, viewer, id)
        if (cycle.expired_at) throw new AppError('archived', 'This cycle is closed already.')
        const plans = await freeze(trx, cycle)
        await trx
          .updateTable('devcycle')
          .set({ expired_at: sql`now()`, modified_at: sql`now()` })
          .where('id', '=', id)
          .execute()
        const { organisation_id } = cycle
        const about = { organisation_id, entity: 'devcycle', entity_id: id, details: { plans } }
        await audit(trx, viewer, 'devcycle.expire', about)
      })
      return reply
        .code(261)
        .send({ data: await read(context.db, resource, viewer, id), message: 'The cycle is closed.' })
    },
  })

  app.post('/devcycle/reopen', {
    schema: {
      tags,
      summary: 'Reopen a closed cycle, with the reason, which is audited',
      body: ReopenBody,
      response: answers({ 261: devcycle.row }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id } = request.body
      const reason = request.body.reason.trim()
      if (!reason) throw new AppError('bad_request', 'reason: please say why the cycle is opened again.', 'reason')
      await transact(context, async (trx) => {
        const { organisation_id, expired_at } = await lockCycle(trx, viewer, id)
        if (!expired_at) throw new AppError('not_possible', 'This cycle is open.')
        await trx.updateTable('devplan').set({ result: null }).where('devcycle_id', '=', id).execute()
        await sql`delete from devplan_report r using devplan p where p.id = r.devplan_id and p.devcycle_id = ${id}`.execute(
          trx,
        )
        await trx
          .updateTable('devcycle')
          .set({ expired_at: null, modified_at: sql`now()` })
          .where('id', '=', id)
          .execute()
        const about = { organisation_id, entity: 'devcycle', entity_id: id, details: { reason, expired_at } }
        await audit(trx, viewer, 'devcycle.reopen', about)
      })
      return reply.code(261).send({ data: await read(context.db, resource, viewer, id), message: 'The cycle is open.' })
    },
  })
}

/** The open cycles that a person is in the audience of, in organisations with CPD. */
export async function currentCycles(db: Db, viewer: Viewer, organisation_id?: number) {
  const { rows } = await sql<{ id: number; organisation_id: number }>`
    select devcycle.id, devcycle.organisation_id from devcycle
    where ${readsDefinitions(viewer, 'devcycle')} and devcycle.expired_at is null
      and devcycle.start <= ${todayIn(sql.ref('devcycle.organisation_id'))}
      and ${organisation_id === undefined ? sql`true` : sql`devcycle.organisation_id = ${organisation_id}`}
      and ${isInAudience(sql`${viewer.user_id}::bigint`)}
    order by devcycle.start desc, devcycle.id desc limit 20`.execute(db)
  return rows
}

/** Keeps the result of everybody with a plan and of the audience, those who recorded nothing too. @returns how many */
async function freeze(trx: Trx, cycle: Awaited<ReturnType<typeof lockCycle>>): Promise<number> {
  const { id } = cycle
  await sql`insert into devplan (organisation_id, user_id, devcycle_id)
    select m.organisation_id, m.user_id, devcycle.id from devcycle
      join membership m on m.organisation_id = devcycle.organisation_id
      join user_account u on u.id = m.user_id and u.active and u.deleted_at is null
    where devcycle.id = ${id} and ${allows(sql`m.user_id`, sql.ref('m.role_name'))}
    on conflict (user_id, devcycle_id) do nothing`.execute(trx)
  const plans = await trx.selectFrom('devplan').select(['id', 'user_id']).where('devcycle_id', '=', id).execute()
  const results = await evaluatePeople(trx, {
    cycle,
    user_ids: plans.map(({ user_id }) => user_id),
    title: titleForOthers,
  })
  const kept = plans.map((plan) => ({ id: plan.id, result: numbersOf(results.get(plan.user_id)!) }))
  for (let i = 0; i < kept.length; i += BATCH) {
    await sql`update devplan p set result = g.result
      from jsonb_to_recordset(${JSON.stringify(kept.slice(i, i + BATCH))}::jsonb) as g (id bigint, result jsonb)
      where p.id = g.id`.execute(trx)
    await keepReports(
      trx,
      kept.slice(i, i + BATCH).map((plan) => plan.id),
    )
  }
  return kept.length
}

const BATCH = 500

async function lockCycle(trx: Trx, viewer: Viewer, id: number) {
  checkNotImpersonating(viewer)
  const cycle = await trx
    .selectFrom('devcycle')
    .selectAll()
    .select(sql<boolean>`${writesDefinitions(viewer, 'devcycle')}`.as('writable'))
    .where('id', '=', id)
    .where(readsDefinitions(viewer, 'devcycle'))
    .forUpdate()
    .executeTakeFirst()
  if (!cycle) throw new AppError('not_found', 'There is no such cycle.', 'id')
  if (!cycle.writable) throw new AppError('forbidden', 'Only an administrator of the organisation may do that.')
  return cycle
}
