import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { isShownSegment } from '#db/privacy/private_trips.ts'
import { DateOnly, Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { limitReads } from '../../crud/lists.ts'
import { patternOf } from '../../crud/query.ts'
import { askedOf } from './asked.ts'
import { trackersOf } from './days.ts'
import { summary } from './kinds/summary.ts'
import { overlaps } from './segments.ts'

/** Parts of a tracker's day, at most: more cannot be seen in a strip. */
const MOST_PARTS = 500

const kinds = ['trip', 'stop', 'gap', 'idle', 'outside'] as const
const Part = Type.Object({
  kind: Type.Unsafe<(typeof kinds)[number]>(Type.String({ enum: [...kinds] })),
  began_at: Timestamp,
  /** Null while it continues. */
  ended_at: Nullable(Timestamp),
  /** Up to when it is known. */
  end_at: Timestamp,
})
type Part = Static<typeof Part>
const Strip = Type.Object({
  tracker_id: Id,
  tracker_name: Type.String(),
  distance_m: Type.Number(),
  driving_s: Type.Number(),
  first_start: Nullable(Timestamp),
  last_end: Nullable(Timestamp),
  parts: Type.Array(Part),
})
type Strip = Static<typeof Strip>

/** The day of each tracker as a strip: trips, stops and gaps side by side; idling, and being outside, lie over them. */
export const readActivity = defineAction({
  method: 'GET',
  path: 'movement/activity',
  tags: ['reports'],
  summary: 'Read what the trackers of an organisation did on a day, a strip each',
  query: Type.Object(
    {
      organisation_id: Id,
      day: Type.Optional(Type.String({ ...DateOnly, description: 'Today by default' })),
      search: Type.Optional(Type.String({ maxLength: 200 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Trackers; 50 by default' })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    day: DateOnly,
    timezone: Type.String(),
    begins_at: Timestamp,
    ends_at: Timestamp,
    trackers: Type.Array(Strip),
    total: Type.Integer(),
  }),
  async run({ context: { reads: db }, viewer, query: { organisation_id, day, search, limit = 50, offset = 0 } }) {
    const period = day === undefined ? { period: 'today' as const } : { from: day, until: day }
    const asked = await askedOf(db, viewer, summary, { organisation_id, ...period })
    const { from, timezone, begins_at, ends_at } = asked
    const named = search ? sql`t.name ilike ${patternOf(search)}` : sql`true`
    const trackers = await limitReads(viewer, () =>
      sql<Strip & { total: number }>`
        select t.id as tracker_id, t.name as tracker_name, coalesce(d.distance_m, 0) as distance_m,
          coalesce(d.driving_s, 0) as driving_s, d.first_start, d.last_end, (count(*) over ())::int as total
        from ${trackersOf(asked)} t left join tracker_day d
          on d.organisation_id = t.organisation_id and d.tracker_id = t.id and d.day = ${from}
        where ${named} and (t.active or d.id is not null)
        order by t.name_key, t.id limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db),
    )
    const ids = trackers.rows.map(({ tracker_id }) => tracker_id)
    const parts = await limitReads(viewer, () =>
      sql<Part & { tracker_id: number }>`
        select t.id as tracker_id, p.* from unnest(${ids}::bigint[]) as t (id), lateral (
          (select segment.kind, segment.began_at, segment.ended_at, coalesce(segment.ended_at, segment.through_at) as end_at
            from segment where segment.organisation_id = ${organisation_id} and segment.tracker_id = t.id
              and segment.kind in ('trip', 'stop', 'gap', 'idle') and ${overlaps(begins_at, ends_at)}
              and ${isShownSegment('segment')})
          union all
          (select 'outside', a.started_at, a.ended_at, coalesce(a.ended_at, now()) from alert a
            where a.organisation_id = ${organisation_id} and a.tracker_id = t.id and a.kind = 'left_boundary'
              and a.started_at < ${ends_at} and (a.ended_at is null or a.ended_at > ${begins_at}))
          order by began_at limit ${sql.lit(MOST_PARTS)}) p order by t.id, p.began_at`.execute(db),
    )
    const of = Map.groupBy(parts.rows, ({ tracker_id }) => tracker_id)
    return {
      day: from,
      timezone,
      begins_at,
      ends_at,
      trackers: trackers.rows.map(({ total: _, ...row }) => ({
        ...row,
        parts: (of.get(row.tracker_id) ?? []).map(({ tracker_id: _, ...part }) => part),
      })),
      total: trackers.rows[0]?.total ?? 0,
    }
  },
})
