import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { limitReads } from '../../crud/lists.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { readsPersonal, todayIn, withCpd } from '../access.ts'
import { isInAudience } from '../audience.ts'
import { Result } from '../engine/types.ts'
import { judged } from '../engine/verdict.ts'
import { type Cycle, type Evaluated, evaluatePeople, type Uncategorised } from './evaluate_plans.ts'
import type { StoredActivity } from './load_activities.ts'
import { notCountedOf } from './not_counted.ts'

const { verdict, met, nothing, days_left, lines, ...ofStandard } = Result.properties
const Left = { hours: Type.Number(), activities: Type.Integer(), sentence: Type.String() }
const Stats = Type.Object({
  user_id: Id,
  cycle_id: Id,
  /** Null before the first need of a plan. */
  plan_id: Nullable(Id),
  frozen: Type.Boolean({ description: 'As it was when the cycle was closed' }),
  hours: Type.Number({ description: 'Of all activities in the cycle, whatever counts' }),
  activities: Type.Integer(),
  start: DateOnly,
  end: DateOnly,
  verdict,
  met,
  nothing,
  days_left,
  lines,
  uncategorised: Nullable(Type.Object(Left, { description: 'Activities in no category, which no sum counts' })),
  not_counted: Nullable(
    Type.Object(Left, { description: 'Hours in categories that no cycle of the person counts; null in a closed one' }),
  ),
  /** Missing without a standard. */
  ...Type.Partial(Type.Object(ofStandard)).properties,
})
export const StatsQuery = Type.Object(
  {
    user_id: Type.Optional(Type.Unsafe<number>({ ...Id, description: 'Yourself if missing' })),
    cycle_id: Type.Optional(Type.Unsafe<number>({ ...Id, description: 'The current one if missing' })),
    organisation_id: Type.Optional(Id),
  },
  { additionalProperties: false },
)

/** What counts for a person in a cycle, line by line. */
export const readCpdStats = defineAction({
  method: 'GET',
  path: 'cpd/stats',
  tags: ['cpd'],
  summary: 'Read what counts for a person in a cycle, and what is missing, with the lines of each sum',
  query: StatsQuery,
  answer: Stats,
  run({ context: { db }, viewer, query }) {
    return limitReads(viewer, () => readStats(db, viewer, query))
  },
})

/** The frozen result of a closed cycle, else that of today. */
export async function readStats(db: Db, viewer: Viewer, asked: AskedStats) {
  const user_id = asked.user_id ?? viewer.user_id
  const cycle = await findCycle(db, viewer, { ...asked, user_id })
  const rights = await rightsOf(db, viewer, { user_id, organisation_id: cycle.organisation_id })
  const plan = await db
    .selectFrom('devplan')
    .select(['id', 'result'])
    .where('user_id', '=', user_id)
    .where('devcycle_id', '=', cycle.id)
    .executeTakeFirst()
  const is_own = user_id === viewer.user_id && viewer.opens_private
  const title = (one: StoredActivity) => {
    if (rights.numbers_only) return 'an activity'
    return one.private && !is_own ? PRIVATE : one.title || 'an activity'
  }
  const frozen = plan?.result as Frozen | null | undefined
  const evaluated = frozen ?? numbersOf((await evaluatePeople(db, { cycle, user_ids: [user_id], title })).get(user_id)!)
  const { result, hours, activities } = evaluated
  const lines = (result?.lines ?? []).map((line) =>
    rights.numbers_only ? { ...line, activities: [], ...(frozen && { sentence: '' }) } : line,
  )
  const { start, end } = cycle
  return {
    user_id,
    cycle_id: cycle.id,
    plan_id: plan?.id ?? null,
    frozen: Boolean(frozen),
    hours,
    activities,
    uncategorised: evaluated.uncategorised ?? null,
    not_counted: frozen ? null : await notCountedOf(db, { ...cycle, ...result?.period, user_id }),
    start,
    end,
    days_left: 0,
    ...result,
    ...judged(result),
    lines,
  }
}

/** What is kept of a result when a cycle is closed. */
export const numbersOf = ({ result, hours, activities, uncategorised }: Evaluated): Frozen => ({
  result,
  hours,
  activities,
  uncategorised,
})

/** What sentences for others call a private activity. */
export const PRIVATE = 'a private activity'

/**
 * The cycle that is named, or the person's current one: the latest that has begun.
 *
 * @throws {AppError} not_found for a foreign one, or a person without one
 */
export async function findCycle(db: Db, viewer: Viewer, asked: AskedStats & { user_id: number }): Promise<Cycle> {
  const { cycle_id, organisation_id, user_id } = asked
  const able = withCpd(viewer).memberships.map((m) => m.organisation_id)
  const mine = viewer.platform_admin
    ? sql<SqlBool>`true`
    : sql<SqlBool>`devcycle.organisation_id = any(${`{${able.join(',')}}`}::bigint[])`
  const { rows } = await sql<Cycle>`
    select devcycle.id, devcycle.organisation_id, devcycle.start, devcycle."end", devcycle.cpd_standard_id
    from devcycle where ${mine}
      and ${organisation_id === undefined ? sql`true` : sql`devcycle.organisation_id = ${organisation_id}`}
      and ${
        cycle_id === undefined
          ? sql`devcycle.expired_at is null and devcycle.start <= ${todayIn(sql.ref('devcycle.organisation_id'))}
            and ${isInAudience(sql`${user_id}::bigint`)}`
          : sql`devcycle.id = ${cycle_id}`
      }
    order by devcycle.start desc, devcycle.id desc limit 1`.execute(db)
  if (!rows[0]) throw new AppError('not_found', 'There is no such cycle.', 'cycle_id')
  return rows[0]
}

/**
 * Whether the viewer reads a person's result: the person, their supervisors, administrators, and platform administrators
 * its numbers.
 *
 * @throws {AppError} not_found for others
 */
export async function rightsOf(db: Db, viewer: Viewer, person: { user_id: number; organisation_id: number }) {
  const { user_id, organisation_id } = person
  const { rows } = await sql<{ able: boolean }>`
    select ${readsPersonal(viewer, 'person')} as able
    from (select ${organisation_id}::bigint as organisation_id, ${user_id}::bigint as user_id) person
    where exists (select from membership m where m.organisation_id = ${organisation_id} and m.user_id = ${user_id})
      or exists (select from devplan p where p.organisation_id = ${organisation_id} and p.user_id = ${user_id})`.execute(
    db,
  )
  if (rows[0]?.able) return { numbers_only: false }
  if (rows[0] && viewer.platform_admin) return { numbers_only: true }
  throw new AppError('not_found', 'There is no such person.', 'user_id')
}

export type AskedStats = Static<typeof StatsQuery>
export type Frozen = {
  result: Result | null
  hours: number
  activities: number
  /** Missing in those that earlier releases have kept. */
  uncategorised?: Uncategorised | null
}
