import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { registeredBefore } from '../registration.ts'

/**
 * The plan of a person for a cycle, made on first need with copies of the cycle's shared goals, and the registration day
 * of their plan before. Repeated and parallel requests make one.
 *
 * @param of.without_goals leaves the goals to the first need of the person, since a college may add them later
 */
export async function makePlan(trx: Trx, of: Of & { without_goals?: boolean }): Promise<Made> {
  const { organisation_id, user_id, devcycle_id, without_goals = false } = of
  const registered_from = sql<string | null>`${registeredBefore(sql`${organisation_id}`, sql`${user_id}`)}`
  const inserted = await trx
    .insertInto('devplan')
    .values({ organisation_id, user_id, devcycle_id, registered_from })
    .onConflict((on) => on.columns(['user_id', 'devcycle_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  const id = inserted?.id ?? (await findPlan(trx, of))
  if (!without_goals && (inserted || (await isBare(trx, id)))) {
    await copySharedGoals(trx, { devplan_ids: [id], devcycle_id })
  }
  return { id, created: inserted !== undefined }
}

/**
 * Copies goals of a cycle that have no person to plans; a goal that a person has already is not copied again.
 *
 * @param of.goal_ids those to copy; all of the cycle if missing
 * @returns how many were copied
 */
export async function copySharedGoals(trx: Trx, of: Copied): Promise<number> {
  const { devplan_ids, devcycle_id, goal_ids } = of
  const { rows } = await sql<{ count: number }>`
    with copied as (
      insert into devgoal (organisation_id, user_id, devplan_id, devcycle_id, source_devgoal_id, predefined, compulsory,
        plan_category, description, identifying_method, achievement_method, specific, measurable, action, realistic,
        timely, position)
      select p.organisation_id, p.user_id, p.id, p.devcycle_id, g.id, true, g.compulsory, g.plan_category, g.description,
        g.identifying_method, g.achievement_method, g.specific, g.measurable, g.action, g.realistic, g.timely, g.position
      from devgoal g cross join devplan p
      where g.devcycle_id = ${devcycle_id} and g.user_id is null
        and ${goal_ids ? sql`g.id = any(${`{${goal_ids.join(',')}}`}::bigint[])` : sql`true`}
        and p.id = any(${`{${devplan_ids.join(',')}}`}::bigint[])
      order by p.id, g.position, g.id
      on conflict (user_id, source_devgoal_id) where source_devgoal_id is not null do nothing
      returning 1)
    select count(*)::int as count from copied`.execute(trx)
  return rows[0]!.count
}

/** Whether a plan was made for the person and they have not begun with it. */
async function isBare(trx: Trx, id: number): Promise<boolean> {
  const { rows } = await sql`select from devplan p where p.id = ${id} and p.first_submitted_at is null
    and not exists (select from devgoal g where g.devplan_id = p.id)`.execute(trx)
  return rows.length > 0
}

async function findPlan(trx: Trx, { user_id, devcycle_id }: Of): Promise<number> {
  const { id } = await trx
    .selectFrom('devplan')
    .select('id')
    .where('user_id', '=', user_id)
    .where('devcycle_id', '=', devcycle_id)
    .executeTakeFirstOrThrow()
  return id
}

type Made = { id: number; created: boolean }
type Of = { organisation_id: number; user_id: number; devcycle_id: number }
type Copied = { devplan_ids: number[]; devcycle_id: number; goal_ids?: number[] }
