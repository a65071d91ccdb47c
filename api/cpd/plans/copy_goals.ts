import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Pace } from '#db/pace.ts'
import { Id } from '#db/tables/columns.ts'
import { RoleName } from '#db/tables/people/membership.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { cpdAdministered, readsDefinitions } from '../access.ts'
import { allows } from '../audience.ts'
import { registeredBefore } from '../registration.ts'
import { copySharedGoals } from './make_plan.ts'

const People = Type.Array(Id, { minItems: 1, maxItems: 20_000, uniqueItems: true })
const CopyBody = Type.Object(
  {
    from_cycle: Type.Optional(Type.Unsafe<number>({ ...Id, description: 'All shared goals of this cycle' })),
    ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true })),
    to_user_ids: Type.Optional(People),
    to_role: Type.Optional(RoleName),
  },
  { additionalProperties: false },
)
const Answer = Type.Object({
  created: Type.Integer(),
  /** Copies that the people had already. */
  existing: Type.Integer(),
  refused: Type.Array(Type.Object({ user_id: Id, reason: Type.String({ enum: ['no_member', 'not_in_audience'] }) })),
})

/** Gives the shared goals of a cycle to many people at once; giving them again copies nothing. */
export const copySharedGoalsToPeople = defineAction({
  method: 'POST',
  path: 'devgoals/copy',
  tags: ['devgoals'],
  summary: 'Copy shared goals of a cycle to the plans of people, which are made where they are missing',
  body: CopyBody,
  answer: Answer,
  status: 200,
  run({ context, viewer, body }) {
    return copyGoals(context, viewer, body)
  },
})

/** In parts of some people, each in a short transaction; asked for again it completes what was interrupted. */
async function copyGoals(context: ApiContext, viewer: Viewer, body: Static<typeof CopyBody>) {
  const { from_cycle, ids, to_user_ids, to_role } = body
  if ((from_cycle === undefined) === (ids === undefined)) throw wrong('from_cycle', 'give it or ids.')
  if ((to_user_ids === undefined) === (to_role === undefined)) throw wrong('to_user_ids', 'give it or to_role.')
  const { goals, people, ...of } = await transact(context, (trx) => begin(trx, viewer, body))
  const able = people.filter(({ reason }) => reason === null).map(({ user_id }) => user_id)
  const pace = new Pace()
  let created = 0
  for (let at = 0; at < able.length; ) {
    created += await pace.part(
      (work) => transact(context, work),
      async (trx, rows) => {
        await openCycle(trx, viewer, of.devcycle_id)
        const user_ids = able.slice(at, at + Math.max(1, Math.floor(rows / (1 + goals.length))))
        at += user_ids.length
        const devplan_ids = await plansOf(trx, { ...of, user_ids })
        return copySharedGoals(trx, { devplan_ids, devcycle_id: of.devcycle_id, goal_ids: goals.map(({ id }) => id) })
      },
    )
  }
  const refused = people.flatMap(({ user_id, reason }) => (reason === null ? [] : [{ user_id, reason }]))
  return { created, existing: goals.length * able.length - created, refused }
}

/** What is copied to whom. */
async function begin(trx: Trx, viewer: Viewer, body: Static<typeof CopyBody>) {
  const { from_cycle, to_user_ids, to_role } = body
  const goals = await findGoals(trx, viewer, body)
  const devcycle_id = goals[0]?.devcycle_id ?? from_cycle!
  const cycle = await openCycle(trx, viewer, devcycle_id)
  const organisation_id = await cpdAdministered(trx, viewer, cycle.organisation_id)
  const people = await findPeople(trx, { organisation_id, devcycle_id, to_user_ids, to_role })
  const able = people.filter(({ reason }) => reason === null)
  await audit(trx, viewer, 'devgoal.copy', {
    organisation_id,
    entity: 'devcycle',
    entity_id: devcycle_id,
    details: { people: able.length, goals: goals.length },
  })
  return { goals, people, organisation_id, devcycle_id }
}

/** Locked, so that it is not closed in the meantime. */
async function openCycle(trx: Trx, viewer: Viewer, devcycle_id: number) {
  const cycle = await trx
    .selectFrom('devcycle')
    .select(['organisation_id', 'expired_at'])
    .where('id', '=', devcycle_id)
    .where(readsDefinitions(viewer, 'devcycle'))
    .forShare()
    .executeTakeFirst()
  if (!cycle) throw new AppError('not_found', 'There is no such cycle.', 'from_cycle')
  if (cycle.expired_at) throw new AppError('archived', 'This cycle is closed.', 'from_cycle')
  return cycle
}

async function findGoals(trx: Trx, viewer: Viewer, { from_cycle, ids }: Static<typeof CopyBody>) {
  const goals = await trx
    .selectFrom('devgoal')
    .select(['id', 'devcycle_id'])
    .where('user_id', 'is', null)
    .where(readsDefinitions(viewer, 'devgoal'))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids!))
    .$if(from_cycle !== undefined, (query) => query.where('devcycle_id', '=', from_cycle!))
    .execute()
  if (ids && goals.length < ids.length) throw new AppError('not_found', 'There is no such shared goal.', 'ids')
  if (new Set(goals.map(({ devcycle_id }) => devcycle_id)).size > 1) {
    throw wrong('ids', 'the goals must be of one cycle.')
  }
  return goals
}

/** Who gets the goals, and why others do not. Members by role are all in the audience, or left out. */
async function findPeople(trx: Trx, of: CopyRequest): Promise<{ user_id: number; reason: Reason | null }[]> {
  const { organisation_id, devcycle_id, to_user_ids, to_role } = of
  const is_for = allows(sql`m.user_id`, sql.ref('m.role_name'))
  if (to_role !== undefined) {
    const { rows } = await sql<{ user_id: number }>`select m.user_id from membership m
      join devcycle on devcycle.id = ${devcycle_id}
      where m.organisation_id = ${organisation_id} and m.role_name = ${to_role} and ${is_for}`.execute(trx)
    return rows.map(({ user_id }) => ({ user_id, reason: null }))
  }
  const { rows } = await sql<{ user_id: number; reason: Reason | null }>`
    select g.user_id, case when m.id is null then 'no_member' when not ${is_for} then 'not_in_audience' end as reason
    from unnest(${`{${to_user_ids!.join(',')}}`}::bigint[]) as g (user_id)
    join devcycle on devcycle.id = ${devcycle_id}
    left join membership m on m.organisation_id = ${organisation_id} and m.user_id = g.user_id
    order by g.user_id`.execute(trx)
  return rows
}

async function plansOf(trx: Trx, { organisation_id, devcycle_id, user_ids }: Planned): Promise<number[]> {
  const people = sql`unnest(${`{${user_ids.join(',')}}`}::bigint[])`
  await sql`insert into devplan (organisation_id, user_id, devcycle_id, registered_from)
    select ${organisation_id}, u, ${devcycle_id}, ${registeredBefore(sql`${organisation_id}`, sql.ref('u'))}
    from ${people} u order by u
    on conflict (user_id, devcycle_id) do nothing`.execute(trx)
  const { rows } = await sql<{ id: number }>`select id from devplan
    where devcycle_id = ${devcycle_id} and user_id in (select ${people})`.execute(trx)
  return rows.map(({ id }) => id)
}

type Reason = 'no_member' | 'not_in_audience'
type CopyRequest = {
  organisation_id: number
  devcycle_id: number
  to_user_ids: number[] | undefined
  to_role: Static<typeof RoleName> | undefined
}
type Planned = { organisation_id: number; devcycle_id: number; user_ids: number[] }
