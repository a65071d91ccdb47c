import { sql } from 'kysely'
import { Type } from 'typebox'
import { numberOf } from '#db/sensors/calibrate.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { readsTracker } from '../access/scopes.ts'
import { isoTime, recentReports } from './latest.ts'

const Attribute = Type.Object({
  /** As in the `path` of a sensor. */
  path: Type.String(),
  /** The last value; true is 1, false is 0. */
  value: Type.Number(),
  at: Timestamp,
})

/** Which attributes a sensor may have, since trackers report them. */
export const listSensorAttributes = defineAction({
  method: 'GET',
  path: 'sensor/attributes',
  tags: ['sensors'],
  summary: 'List the attributes with numbers that a tracker has reported lately, with their last values',
  description:
    'Of the last 200 reports of the tracker. Without a tracker: of the last report of each of up to 500 trackers of ' +
    'the organisation.',
  query: Type.Object({ organisation_id: Id, tracker_id: Type.Optional(Id) }, { additionalProperties: false }),
  answer: Type.Array(Attribute),
  async run({ context: { db }, viewer, query: { organisation_id, tracker_id } }) {
    const seen = sql`exists (select from tracker t
      where t.organisation_id = ${organisation_id} and t.id = ${tracker_id ?? null} and ${readsTracker(viewer, 't')})`
    const reports =
      tracker_id === undefined
        ? sql`select s.fix_at, s.attributes from tracker_state s
            join tracker t on t.organisation_id = s.organisation_id and t.id = s.tracker_id
            where s.organisation_id = ${organisation_id} and s.attributes is not null and s.fix_at is not null
              and ${readsTracker(viewer, 't')}
            order by s.fix_at desc limit 500`
        : sql`select * from (${recentReports(organisation_id, tracker_id, 200)}) of_tracker where ${seen}`
    const { rows } = await sql<{ path: string; raw: unknown; at: string }>`
      select distinct on (a.key) a.key as path, a.value as raw, ${isoTime('r.fix_at')} as at
      from (${reports}) r cross join lateral jsonb_each(r.attributes) a
      where jsonb_typeof(a.value) in ('number', 'boolean', 'string') and length(a.key) <= 100
      order by a.key, r.fix_at desc`.execute(db)
    return rows.flatMap(({ path, raw, at }) => {
      const value = numberOf(raw)
      return value === null ? [] : [{ path, value, at }]
    })
  },
})
