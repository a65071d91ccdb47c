import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
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
  const { rows } = await sql<{ id: number }>`select id from devgoal where id = any(${`{${goals.join(',')}}`}::bigint[])
    and organisation_id = ${organisation_id} and user_id = ${user_id}`.execute(trx)
  if (rows.length < goals.length) throw new AppError('not_found', 'There is no such goal of yours.', 'goals')
  await trx.deleteFrom('devactivity_goal').where('devactivity_id', '=', id).execute()
  if (goals.length === 0) return
  const values = goals.map((devgoal_id) => ({ devactivity_id: id, devgoal_id }))
  await trx.insertInto('devactivity_goal').values(values).execute()
}

type Of = { id: number; organisation_id: number; user_id: number }
