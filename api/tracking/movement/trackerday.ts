import { sql } from 'kysely'
import { Type } from 'typebox'
import { DateOnly, Id } from '#db/tables/columns.ts'
import { TrackerDay } from '#db/tables/tracking/movement/tracker_day.ts'
import { nothing } from '../../crud/access.ts'
import { atLeast, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { GroupFilter, isOfGroup } from '../access/groups.ts'
import { trackerName } from '../access/names.ts'
import { readsOfTracker } from '../access/scopes.ts'
import { isOfTracker, overOrganisations, overSomeTrackers } from '../access/spread.ts'

export const trackerday = defineResource({
  name: 'trackerday',
  plural: 'trackerdays',
  noun: 'day of a tracker',
  about: 'List what trackers did day by day, in the time zone of their organisation',
  table: 'tracker_day',
  row: Type.Object({
    ...TrackerDay.columns,
    /** The tracker's name, or its number. */
    tracker_name: Type.String(),
  }),
  computed: { tracker_name: trackerName('tracker_day') },
  filters: {
    organisation_id: equals('organisation_id', Id),
    tracker_id: defineFilter(Id, (id) => isOfTracker('tracker_day', id)),
    group_id: defineFilter(GroupFilter, (id) => isOfGroup('tracker_day', id)),
    day: equals('day', DateOnly),
    from: atLeast('day', DateOnly),
    until: defineFilter(
      Type.String({ ...DateOnly, description: 'The last day, included' }),
      (day) => sql`tracker_day.day <= ${day}`,
    ),
  },
  sums: {
    distance_m: sql`coalesce(sum(tracker_day.distance_m), 0)`,
    estimated_m: sql`coalesce(sum(tracker_day.estimated_m), 0)`,
    driving_s: sql`coalesce(sum(tracker_day.driving_s), 0)::float8`,
    idle_s: sql`coalesce(sum(tracker_day.idle_s), 0)::float8`,
    stops: sql`coalesce(sum(tracker_day.stops), 0)::float8`,
    visits: sql`coalesce(sum(tracker_day.visits), 0)::float8`,
    top_speed: sql`max(tracker_day.top_speed)::float8`,
  },
  search: [],
  sort: { id: null, day: null },
  default_sort: '-day',
  is_history: true,
  by_organisation: true,
  spread: (viewer, query, sort) =>
    (sort.endsWith('day') && overSomeTrackers(viewer, 'tracker_day', query)) ||
    overOrganisations(viewer, 'tracker_day', query),
  reads: (viewer) => readsOfTracker(viewer, 'tracker_day'),
  writes: () => nothing,
})
