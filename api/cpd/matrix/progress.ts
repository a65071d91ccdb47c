import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { bigints } from '#db/arrays.ts'
import type { Db } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { AppError } from '../../http/errors.ts'
import { organisationsAs } from '../access.ts'
import { isAdministrator } from '../people/person_for.ts'
import { cohortsOf, LEAST } from './cohorts.ts'
import { openMatrix, type Row, rowsOf } from './matrix.ts'

const Cohort = Type.Object({
  cohort: Nullable(Type.String({ description: 'Null for all, or for those without a value' })),
  is_rest: Type.Boolean({ description: 'Cohorts of too few people, together' }),
  people: Type.Integer(),
  met: Type.Integer(),
  unmet: Type.Integer(),
  at_risk: Type.Integer({ description: 'Of those who have not met it' }),
  empty: Type.Integer({ description: 'Of whom nothing is asked' }),
  no_plan: Type.Integer({ description: 'Who have not submitted a plan' }),
})

/** Numbers of a cycle, by cohort, for administrators and for a committee, which reads nothing else of others. */
export const readProgress = defineAction({
  method: 'GET',
  path: 'cpd/progress',
  tags: ['cpd'],
  summary: `Read how many people of a cycle have met it, by cohort; a committee sees no cohort of fewer than ${LEAST} people`,
  query: Type.Object(
    {
      cycle_id: Id,
      by: Type.Optional(
        Type.Unsafe<'year' | 'qualification'>(
          Type.String({ enum: ['year', 'qualification'], description: 'Year of registration, or qualification held' }),
        ),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Type.Array(Cohort),
  async run({ context: { db }, viewer, query: { cycle_id, by } }) {
    const matrix = await openMatrix(db, viewer, { cycle_id }, true)
    const { organisation_id } = matrix.cycle
    const reads_people = isAdministrator(viewer, organisation_id)
    const reads_numbers = viewer.platform_admin || organisationsAs(viewer, 'committee').includes(organisation_id)
    if (!reads_people && !reads_numbers) {
      throw new AppError('forbidden', 'Only administrators, CPD officers and the committee read these numbers.')
    }
    const rows: Row[] = []
    for await (const row of rowsOf(db, viewer, matrix)) rows.push(row)
    const values =
      by && (await valuesOf(db, { by, cycle_id, organisation_id, user_ids: rows.map((row) => row.user_id) }))
    const named = rows.map((row) => ({ row, cohorts: values ? (values.get(row.user_id) ?? [null]) : [null] }))
    return cohortsOf(named, by && !reads_people ? LEAST : 1).map(countsOf)
  },
})

/** The year of registration of each person, or the qualifications that they hold; a person may have several. */
async function valuesOf(db: Db, { by, cycle_id, organisation_id, user_ids }: Grouping): Promise<Map<number, string[]>> {
  const ids = bigints(user_ids)
  const { rows } =
    by === 'year'
      ? await sql<{ user_id: number; value: string }>`
          select p.user_id, extract(year from p.registered_from)::int::text as value from devplan p
          where p.devcycle_id = ${cycle_id} and p.user_id = any(${ids}::bigint[]) and p.registered_from is not null`.execute(
          db,
        )
      : await sql<{ user_id: number; value: string }>`
          select distinct q.user_id, q.name as value from devqualification q
          where q.organisation_id = ${organisation_id} and q.user_id = any(${ids}::bigint[])
            and q.confirmed_at is not null`.execute(db)
  const grouped = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map([...grouped].map(([user_id, some]) => [user_id, some.map(({ value }) => value)]))
}

function countsOf({ cohort, is_rest, members }: ReturnType<typeof cohortsOf<Row>>[number]): Static<typeof Cohort> {
  const count = (is: (row: Row) => boolean) => members.filter(is).length
  return {
    cohort,
    is_rest,
    people: members.length,
    met: count(({ verdict }) => verdict === 'met'),
    unmet: count(({ verdict }) => verdict === 'unmet'),
    at_risk: count(({ at_risk }) => at_risk),
    empty: count(({ verdict }) => verdict === 'empty'),
    no_plan: count(({ plan_state }) => plan_state === null || plan_state === 'draft'),
  }
}

type Grouping = { by: 'year' | 'qualification'; cycle_id: number; organisation_id: number; user_ids: number[] }
