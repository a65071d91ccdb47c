import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { plannedTimes } from '#db/movement/planned.ts'
import { isBelow } from '#db/privacy/tracker_groups.ts'
import { DateOnly, Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { defineAction } from '../../../crud/action.ts'
import { narrowTo } from '../../../crud/resource.ts'
import { wrong } from '../../../http/errors.ts'
import { trackerName } from '../../access/names.ts'
import { readsPlan } from '../../access/scopes.ts'
import { plannedshift } from './plannedshift.ts'

/** Five weeks: a page of a calendar. */
const MOST_DAYS = 35
const MOST = 2000

const Time = Type.Object({
  /** Of the plan. */
  id: Id,
  /** By the organisation's calendar, as in `not_on` of the plan. */
  day: DateOnly,
  begins_at: Timestamp,
  ends_at: Timestamp,
  /** By the organisation's clock, as in the plan. */
  from_time: Type.String(),
  to_time: Type.String(),
  driver_id: Id,
  driver_name: Type.String(),
  tracker_id: Nullable(Id),
  tracker_name: Nullable(Type.String()),
  group_id: Nullable(Id),
  group_name: Nullable(Type.String()),
  note: Type.String(),
  /** Whether the plan is repeated on other days. */
  repeated: Type.Boolean(),
})

/** The shifts of a week, or of some weeks, one for each day on which a plan has one. */
export const listPlannedTimes = defineAction({
  method: 'GET',
  path: 'plannedshifts/times',
  tags: ['plannedshifts'],
  summary: `List the times of planned shifts in a span of at most ${MOST_DAYS} days, the first ${MOST}`,
  query: Type.Object(
    {
      organisation_id: Id,
      from: Timestamp,
      to: Timestamp,
      driver_id: Type.Optional(Id),
      tracker_id: Type.Optional(Id),
      group_id: Type.Optional(Type.Integer({ ...Id, description: 'Of it and its trackers, and of groups below it' })),
    },
    { additionalProperties: false },
  ),
  answer: Type.Array(Time),
  async run({ context: { db }, viewer, query }) {
    const { organisation_id, from, to, driver_id, tracker_id, group_id } = query
    if (Date.parse(to) <= Date.parse(from)) throw wrong('to', 'is not after from.')
    if (Date.parse(to) - Date.parse(from) > (MOST_DAYS * 24 + 1) * 3_600_000) {
      throw wrong('to', `is more than ${MOST_DAYS} days after from.`)
    }
    const organisation = sql`${organisation_id}::bigint`
    const isOf = (column: string) => isBelow(organisation, sql.ref(column), group_id!)
    const where = [
      sql<SqlBool>`p.organisation_id = ${organisation}`,
      sql<SqlBool>`${readsPlan(narrowTo(plannedshift, viewer, 'read'), 'p')}`,
      ...(driver_id ? [sql<SqlBool>`p.driver_id = ${driver_id}`] : []),
      ...(tracker_id ? [sql<SqlBool>`p.tracker_id = ${tracker_id}`] : []),
      ...(group_id
        ? [
            sql<SqlBool>`(${isOf('p.group_id')} or exists (select from tracker k
              where k.organisation_id = p.organisation_id and k.id = p.tracker_id and ${isOf('k.group_id')}))`,
          ]
        : []),
    ]
    return readTimes(db, sql.join(where, sql` and `), from, to)
  },
})

/** The shifts of the driver who the viewer is, also of trackers that they do not see otherwise. */
export const listMyShifts = defineAction({
  method: 'GET',
  path: 'plannedshifts/mine',
  tags: ['plannedshifts'],
  summary: 'List the planned shifts of the driver who you are: those of the next five weeks, and what runs',
  query: Type.Object({ organisation_id: Id }, { additionalProperties: false }),
  answer: Type.Array(Time),
  async run({ context: { db }, viewer, query: { organisation_id } }) {
    const of = viewer.memberships.some((each) => each.organisation_id === organisation_id) ? organisation_id : 0
    const own = sql`p.organisation_id = ${of} and p.driver_id = any(array(select d.id from driver d
      where d.organisation_id = ${of} and d.user_id = ${viewer.user_id}))`
    const now = Date.now()
    return readTimes(db, own, new Date(now).toISOString(), new Date(now + MOST_DAYS * 86_400_000).toISOString())
  },
})

async function readTimes(db: Db, where: RawBuilder<unknown>, from: string, to: string): Promise<PlannedTime[]> {
  const { rows } = await sql<PlannedTime>`
    select p.id::float8 as id, t.day, t.begins_at, t.ends_at, p.from_time, p.to_time, p.driver_id::float8 as driver_id,
      (select d.name from driver d where d.organisation_id = p.organisation_id and d.id = p.driver_id) as driver_name,
      p.tracker_id::float8 as tracker_id, ${trackerName('p')} as tracker_name, p.group_id::float8 as group_id,
      (select g.name from tracker_group g where g.organisation_id = p.organisation_id and g.id = p.group_id)
        as group_name, p.note, p.until_on is not null as repeated
    from planned_shift p
    cross join lateral ${plannedTimes('p', sql`${from}::timestamptz`, sql`${to}::timestamptz`)} t
    where ${where}
    order by t.begins_at, p.id limit ${sql.lit(MOST)}`.execute(db)
  return rows
}

type PlannedTime = Static<typeof Time>
