import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { TrackerView } from '#db/tables/tracking/privacy/tracker_view.ts'
import { isIn, nothing, type Scope, scope } from '../../crud/access.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { defineResource, equals } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { trackerName } from '../access/names.ts'

const { user_id: _, loan_id: _l, ...columns } = TrackerView.columns

export const trackerview = defineResource({
  name: 'trackerview',
  plural: 'trackerviews',
  noun: 'look at a tracker',
  about: 'List who has read where your trackers were, and those that you drove, by the hour; 90 days',
  table: 'tracker_view',
  row: Type.Object({
    ...columns,
    /** The tracker's name, or its number. */
    tracker_name: Type.String(),
    /** Who has looked: a person, or an organisation that borrows it. */
    viewer_name: Type.String(),
    is_borrower: Type.Boolean(),
  }),
  computed: {
    tracker_name: trackerName('tracker_view'),
    viewer_name: sql`coalesce((select ${displayNameOf('u')} from user_account u where u.id = tracker_view.user_id),
      (select coalesce(o.name, l.borrower_called, '') from tracker_loan l
      left join organisation o on o.id = l.borrower_id
      where l.id = tracker_view.loan_id))`,
    is_borrower: sql<boolean>`(tracker_view.loan_id is not null)`,
  },
  filters: { organisation_id: equals('organisation_id', Id), tracker_id: equals('tracker_id', Id) },
  search: ['viewer_name', 'tracker_name'],
  sort: { id: null, viewed_at: null },
  default_sort: '-viewed_at',
  reads: isAboutViewer,
  writes: () => nothing,
})

/** Of trackers that are theirs now, or that they drove then, by a shift or a trip of a plan; not their own looks. */
function isAboutViewer(viewer: Viewer): Scope {
  const ids = viewer.memberships.map(({ organisation_id }) => organisation_id)
  return scope(
    ids.length > 0 ? 'own' : 'none',
    sql<SqlBool>`(${isIn(sql.ref<number>('tracker_view.organisation_id'), ids)}
      and tracker_view.user_id is distinct from ${viewer.user_id}
      and (tracker_view.tracker_id = any(array(select t.id from tracker t where t.owner_user_id = ${viewer.user_id}
          and ${isIn(sql.ref<number>('t.organisation_id'), ids)}))
        or exists (select from driver_shift s join driver d
          on d.organisation_id = s.organisation_id and d.id = s.driver_id and d.user_id = ${viewer.user_id}
          where s.organisation_id = tracker_view.organisation_id and s.tracker_id = tracker_view.tracker_id
            and s.began_at < tracker_view.viewed_at + interval '1 day'
            and coalesce(s.ended_at, now()) > tracker_view.viewed_at - interval '1 day')
        or exists (select from segment s join driver d
          on d.organisation_id = s.organisation_id and d.id = s.driver_id and d.user_id = ${viewer.user_id}
          where s.organisation_id = tracker_view.organisation_id and s.tracker_id = tracker_view.tracker_id
            and s.kind = 'trip' and s.began_at < tracker_view.viewed_at + interval '1 day'
            and s.began_at > tracker_view.viewed_at - interval '2 days')))`,
  )
}
