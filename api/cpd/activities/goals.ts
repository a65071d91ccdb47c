import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'

/** The goals that an activity serves, as a JSON list of ids. */
export const goalsOf = sql<unknown>`(select coalesce(json_agg(g.devgoal_id order by g.devgoal_id), '[]')
  from devactivity_goal g where g.devactivity_id = devactivity.id)`

/**
 * Replaces the goals that an activity serves; undefined leaves them.
 *
 * @throws {AppError} not_found for a goal of another person or organisation
 */
export async function writeGoals(trx: Trx, of: Of, goals: number[] | undefined): Promise<void> {
  if (goals === undefined) return
  const { id, organisation_id, user_id } = of
  checkGoals(await ownGoals(trx, { organisation_id, user_id }, goals), goals)
  await trx.deleteFrom('devactivity_goal').where('devactivity_id', '=', id).execute()
  if (goals.length === 0) return
  const values = goals.map((devgoal_id) => ({ devactivity_id: id, devgoal_id }))
  await trx.insertInto('devactivity_goal').values(values).execute()
}

/** Those of the goals that are the person's. */
export async function ownGoals(db: Db, { organisation_id, user_id }: Omit<Of, 'id'>, goals: number[]) {
  if (goals.length === 0) return new Set<number>()
  const { rows } = await sql<{ id: number }>`select id from devgoal where id = any(${`{${goals.join(',')}}`}::bigint[])
    and organisation_id = ${organisation_id} and user_id = ${user_id}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** @throws {AppError} not_found for a goal that is not one of the person's */
export function checkGoals(own: Set<number>, goals: number[]): void {
  if (goals.every((id) => own.has(id))) return
  throw new AppError('not_found', 'There is no such goal of yours.', 'goals')
}

type Of = { id: number; organisation_id: number; user_id: number }
