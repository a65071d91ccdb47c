import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { natural } from '#db/tables/natural.ts'
import { readsTracker } from '../access/scopes.ts'
import type { ReportRequest } from './request.ts'
import { ofTrackers } from './segments.ts'

/** The trackers of a report, as an item of FROM: those that did nothing, too, so that no vehicle seems to be missing. */
export const trackersOf = (asked: ReportRequest): RawBuilder<unknown> => sql`(
  select tracker.id, tracker.organisation_id, coalesce(nullif(tracker.name, ''), tracker.number) as name, tracker.active,
    ${natural(sql`coalesce(nullif(tracker.name, ''), tracker.number)`)} as name_key
  from tracker where tracker.organisation_id = ${asked.organisation_id} and ${readsTracker(asked.viewer)}
    and ${ofTrackers(asked, sql.ref('tracker.id'))})`

/** Each tracker of a report beside its days, as items of FROM with the aliases `t` and `d`. */
export const trackerDays = (asked: ReportRequest): RawBuilder<unknown> => sql`${trackersOf(asked)} t
  left join tracker_day d on d.organisation_id = t.organisation_id and d.tracker_id = t.id
    and d.day between ${asked.from} and ${asked.until}`

/** Leaves out trackers that are switched off and have no day. */
export const isShown = sql<SqlBool>`(t.active or d.id is not null)`
