import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { ProcedureRole, Supervision } from '#db/tables/cpd/values.ts'
import { defineAction } from '../../crud/action.ts'
import { limitReads } from '../../crud/lists.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { procedure } from '../procedures/procedure.ts'
import { evaluatePeople } from '../results/evaluate_plans.ts'
import { type AskedStats, findCycle, rightsOf, StatsQuery } from '../results/stats.ts'
import { hoursByMonth } from './months.ts'

const Procedures = Type.Array(
  Type.Object({ role: Nullable(ProcedureRole), supervision: Nullable(Supervision), count: Type.Integer() }),
  { description: 'Those dated in the cycle that the viewer may see' },
)
const Charts = Type.Object({
  user_id: Id,
  cycle_id: Id,
  start: DateOnly,
  end: DateOnly,
  months: Type.Array(
    Type.Object({
      month: Type.String({ description: 'The first day of the month', format: 'date' }),
      hours: Type.Number({ description: 'Of all activities, whatever counts' }),
    }),
    { description: 'Every month of the period' },
  ),
  procedures: Procedures,
})

/** What the dashboard draws of a cycle: hours by month, and procedures by role and supervision. */
export const readCpdCharts = defineAction({
  method: 'GET',
  path: 'cpd/charts',
  tags: ['cpd'],
  summary: 'Read a person’s hours by month, and procedures by role and supervision, in a cycle',
  query: StatsQuery,
  answer: Charts,
  run({ context: { db }, viewer, query }) {
    return limitReads(viewer, () => readCharts(db, viewer, query))
  },
})

/** By the same function as the result, so that the months add up to its hours. */
async function readCharts(db: Db, viewer: Viewer, asked: AskedStats) {
  const user_id = asked.user_id ?? viewer.user_id
  const cycle = await findCycle(db, viewer, { ...asked, user_id })
  const { organisation_id } = cycle
  const { numbers_only } = await rightsOf(db, viewer, { user_id, organisation_id })
  const evaluated = await evaluatePeople(db, { cycle, user_ids: [user_id], title: () => '' })
  const { result, shown } = evaluated.get(user_id)!
  const { start, end } = result?.period ?? cycle
  const seen = numbers_only ? sql<SqlBool>`true` : procedure.reads(viewer)
  const { rows: procedures } = await sql<Static<typeof Procedures>[number]>`
    select role, supervision, count(*)::int as count from procedure
    where organisation_id = ${organisation_id} and user_id = ${user_id} and ${seen}
      and date between ${start}::date and ${end}::date
    group by role, supervision order by role, supervision`.execute(db)
  return { user_id, cycle_id: cycle.id, start, end, months: hoursByMonth({ start, end }, shown), procedures }
}
