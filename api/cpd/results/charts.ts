import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { ProcedureRole, Supervision } from '#db/tables/cpd/values.ts'
import type { ApiContext } from '../../context.ts'
import { limitReads } from '../../crud/lists.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import type { Viewer } from '../../crud/viewer.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { procedure } from '../procedures/procedure.ts'
import { evaluatePeople } from './evaluate_plans.ts'
import { hoursByMonth } from './months.ts'
import { type AskedStats, findCycle, rightsOf } from './stats.ts'

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
  procedures: Type.Array(
    Type.Object({ role: Nullable(ProcedureRole), supervision: Nullable(Supervision), count: Type.Integer() }),
    { description: 'Those dated in the cycle that the viewer may see' },
  ),
})

/** What the dashboard draws of a cycle: hours by month, and procedures by role and supervision. */
export function addCharts(app: TypedApp, { db }: ApiContext): void {
  app.get('/cpd/charts', {
    schema: {
      tags: ['cpd'],
      summary: 'Read a person’s hours by month, and procedures by role and supervision, in a cycle',
      querystring: Type.Object(
        {
          user_id: Type.Optional(Type.Unsafe<number>({ ...Id, description: 'Yourself if missing' })),
          cycle_id: Type.Optional(Type.Unsafe<number>({ ...Id, description: 'The current one if missing' })),
          organisation_id: Type.Optional(Id),
        },
        { additionalProperties: false },
      ),
      response: answers({ 200: Charts }),
    },
    async handler(request) {
      const viewer = viewerOf(request)
      return { data: await limitReads(viewer, () => readCharts(db, viewer, request.query)) }
    },
  })
}

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
  const { rows: procedures } = await sql<{ role: string | null; supervision: string | null; count: number }>`
    select role, supervision, count(*)::int as count from procedure
    where organisation_id = ${organisation_id} and user_id = ${user_id} and ${seen}
      and date between ${start}::date and ${end}::date
    group by role, supervision order by role, supervision`.execute(db)
  return { user_id, cycle_id: cycle.id, start, end, months: hoursByMonth({ start, end }, shown), procedures }
}
