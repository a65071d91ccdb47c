import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { endOfShift } from '#db/movement/drivers.ts'
import { plannedTimes } from '#db/movement/planned.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { AppError } from '../../http/errors.ts'
import { readsDriver, readsTracker } from '../access/scopes.ts'

const DriverNow = Type.Object({
  /** Null without a driver, and for viewers who may not read the driver's record. */
  driver_id: Nullable(Id),
  name: Nullable(Type.String()),
  /** For who may see the driver's record. */
  phone: Nullable(Type.String()),
  /** Whether only a plan says so: no shift runs. */
  planned: Type.Boolean(),
  since: Nullable(Timestamp),
  /** When the plan or the shift ends; null of a shift that continues. */
  until: Nullable(Timestamp),
})

/** Who drives a tracker now: the driver of its shift, else who is planned. A key that no driver has hides the plan. */
export const readDriverNow = defineAction({
  method: 'GET',
  path: 'tracker/driver',
  tags: ['drivers'],
  summary: 'Read who drives a tracker now, by its shift or else by a plan for the tracker itself',
  query: Type.Object({ tracker_id: Id }, { additionalProperties: false }),
  answer: DriverNow,
  async run({ context: { db }, viewer, query: { tracker_id } }) {
    const seen = sql<SqlBool>`(${readsDriver(viewer, 'd')})`
    const { rows } = await sql<Static<typeof DriverNow>>`
      select case when ${seen} then d.id::float8 end as driver_id, d.name,
        case when ${seen} then nullif(d.phone, '') end as phone, coalesce(now.planned, false) as planned,
        now.since, now.until
      from tracker t
      left join lateral (
        (select s.driver_id, s.began_at as since, ${endOfShift('s')} as until, false as planned from driver_shift s
        where s.organisation_id = t.organisation_id and s.tracker_id = t.id and s.began_at <= now()
          and coalesce(${endOfShift('s')}, 'infinity') > now()
        order by s.began_at desc limit 1)
        union all
        (select p.driver_id, at.begins_at, at.ends_at, true from planned_shift p
        cross join lateral ${plannedTimes('p', sql`now()`, sql`now() + interval '1 second'`)} at
        where p.organisation_id = t.organisation_id and p.tracker_id = t.id
        order by at.begins_at limit 1)
        order by planned limit 1) now on true
      left join driver d on d.organisation_id = t.organisation_id and d.id = now.driver_id
      where t.id = ${tracker_id} and ${readsTracker(viewer, 't')}`.execute(db)
    if (!rows[0]) throw new AppError('not_found', 'There is no such tracker.', 'tracker_id')
    return rows[0]
  },
})
