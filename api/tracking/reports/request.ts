import { type Static, Type } from 'typebox'
import { DateOnly, Id } from '#db/tables/columns.ts'
import type { Units } from '#db/tables/people/user_config.ts'
import { CLOCK } from '#db/tables/tracking/movement/movement_profile.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { GroupFilter } from '../access/groups.ts'

export const periods = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'last_7_days',
  'last_30_days',
] as const
export type Period = (typeof periods)[number]

const intervals = [5, 10, 15, 30, 60] as const

/** What may be asked of some reports. */
export const filterColumns = {
  boundary_id: Type.Optional(Id),
  driver_id: Type.Optional(Id),
  at_least_s: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 31 * 86_400, description: 'Only what lasted as long, in seconds' }),
  ),
  after: Type.Optional(
    Type.String({ pattern: CLOCK, description: 'a time as 08:00: only what began later on its day' }),
  ),
  work_days: Type.Optional(
    Type.String({
      pattern: '^[1-7]{1,7}$',
      description: 'working days, 1 is Monday; without them those of each tracker’s profile, otherwise 12345',
    }),
  ),
  work_from: Type.Optional(Type.String({ pattern: CLOCK, description: 'when work begins, as 08:00' })),
  work_until: Type.Optional(
    Type.String({ pattern: CLOCK, description: 'when it ends, as 17:00; not later than its begin: on the next day' }),
  ),
  first_of_day: Type.Optional(Type.Boolean({ description: 'Only the first of a day, for each tracker and boundary' })),
  unnamed: Type.Optional(Type.Boolean({ description: 'Also stops outside of all boundaries' })),
  sensor_id: Type.Optional(
    Type.Array(Id, { maxItems: 20, description: 'Sensors, by their names; without it those of temperatures' }),
  ),
  interval_min: Type.Optional(
    Type.Unsafe<(typeof intervals)[number]>(
      Type.Integer({ enum: [...intervals], description: 'Minutes of an interval; 15 by default' }),
    ),
  ),
  low: Type.Optional(
    Type.Number({
      minimum: -1e12,
      maximum: 1e12,
      description: 'The least allowed value; that of the sensor by default',
    }),
  ),
  high: Type.Optional(Type.Number({ minimum: -1e12, maximum: 1e12, description: 'The greatest allowed value' })),
}
export type Filter = keyof typeof filterColumns

/** Trackers of a report that are named one by one, at most. */
const MAX_TRACKERS = 500

/** What a report is asked for; in an address, and kept in a schedule. */
export const filterShape = {
  ...filterColumns,
  columns: Type.Optional(
    Type.String({
      pattern: '^[a-z_]+(,[a-z_]+)*$',
      maxLength: 500,
      description: 'names of the columns to show, separated by commas, beside the first one; all without it',
    }),
  ),
  tracker_id: Type.Optional(
    Type.Array(Id, { maxItems: MAX_TRACKERS, description: 'Several are given several times; all without it' }),
  ),
  group_id: Type.Optional(GroupFilter),
}
export const periodShape = {
  period: Type.Optional(
    Type.Unsafe<Period>(Type.String({ enum: [...periods], description: 'Instead of `from` and `until`' })),
  ),
  from: Type.Optional(Type.String({ ...DateOnly, description: 'The first day' })),
  until: Type.Optional(Type.String({ ...DateOnly, description: 'The last day, included' })),
}

const FilterShape = Type.Object(filterShape)
const PeriodShape = Type.Object(periodShape)
export type Filters = Static<typeof FilterShape>
export type ReportQuery = Filters & Static<typeof PeriodShape> & { organisation_id: number; now?: Date }
export type ReportRequest = Filters & {
  viewer: Viewer
  organisation_id: number
  organisation_name: string
  timezone: string
  units: Static<typeof Units>
  /** The first and the last day. */
  from: string
  until: string
  /** The first moment of the first day, and the first after the last. */
  begins_at: string
  ends_at: string
}
