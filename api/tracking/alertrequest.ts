import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { AlertWatch } from '#db/tables/tracking/alert_watch.ts'
import { type Scope, scope } from '../crud/access.ts'
import { bodyOf, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import type { Viewer } from '../crud/viewer.ts'
import { AppError, wrong } from '../http/errors.ts'
import { trackerName } from './access/names.ts'
import { readsOfTracker, readsTracker } from './access/scopes.ts'
import { checkSeen } from './access/seen.ts'
import { boundary } from './boundaries/boundary.ts'

const { tracker_id, boundary_id, kind, once, expected_at, weekdays } = AlertWatch.columns

/** People ask for themselves, of trackers that they see: whether they still do is asked again at each notification. */
export const alertrequest = defineResource({
  name: 'alertrequest',
  plural: 'alertrequests',
  noun: 'request to be notified',
  about: 'List your own requests to be notified when a tracker arrives at a boundary, departs from it or is late there',
  table: 'alert_watch',
  row: Type.Object({
    ...AlertWatch.columns,
    /** The tracker's name, or its number. */
    tracker_name: Type.String(),
    boundary_name: Type.String(),
  }),
  computed: {
    tracker_name: trackerName('alert_watch'),
    boundary_name: sql`(select b.name from boundary b
      where b.organisation_id = alert_watch.organisation_id and b.id = alert_watch.boundary_id)`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    tracker_id: equals('tracker_id', Id, 'tracker'),
    boundary_id: equals('boundary_id', Id),
    kind: equals('kind', kind),
  },
  search: ['kind'],
  sort: { id: null, created_at: null },
  default_sort: 'id',
  reads: ofOneself,
  writes: ofOneself,
  quota: { organisation: 'alert_watches', person: 'alert_watches_of_person' },
  lasting: ['create'],

  create: {
    body: bodyOf({ tracker_id, boundary_id, kind }, { once, expected_at, weekdays }),
    async run(trx, viewer, { tracker_id, boundary_id, kind, once = true, ...when }) {
      const organisation_id = await organisationOf(trx, viewer, tracker_id)
      await checkSeen(trx, viewer, boundary, { organisation_id, id: boundary_id, field: 'boundary_id' })
      const { user_id } = viewer
      const expected = kind === 'late' ? await expectedOf(trx, viewer, organisation_id, when) : checkUnexpected(when)
      const asked = { organisation_id, user_id, tracker_id, boundary_id, kind, once, ...expected }
      return rows(trx, 'alert_watch').insert(asked)
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'alert_watch').remove(target),
})

function ofOneself(viewer: Viewer): Scope {
  return scope(
    'own',
    sql<SqlBool>`(alert_watch.user_id = ${viewer.user_id} and ${readsOfTracker(viewer, 'alert_watch')})`,
  )
}

/** By when a tracker is expected, and on which days again by the clock of who asks. */
async function expectedOf(trx: Trx, { user_id }: Viewer, organisation_id: number, { expected_at, weekdays }: When) {
  if (!expected_at) throw wrong('expected_at', 'is missing: give the time until which the tracker is expected.')
  const ahead = Date.parse(expected_at) - Date.now()
  if (ahead <= 0) throw wrong('expected_at', 'is over already; give a time to come.')
  if (ahead > YEAR_MS) throw wrong('expected_at', 'is more than a year ahead.')
  const { timezone } = await trx
    .selectFrom('user_account as u')
    .leftJoin('user_config as c', (on) =>
      on.onRef('c.user_id', '=', 'u.id').on('c.organisation_id', '=', organisation_id),
    )
    .select(({ fn }) => fn.coalesce('c.timezone', 'u.timezone').as('timezone'))
    .where('u.id', '=', user_id)
    .executeTakeFirstOrThrow()
  return { expected_at, weekdays: weekdays ?? [1, 2, 3, 4, 5, 6, 7], timezone }
}

function checkUnexpected({ expected_at, weekdays }: When): Record<never, never> {
  if (expected_at) throw wrong('expected_at', 'is of requests of the kind late only.')
  if (weekdays) throw wrong('weekdays', 'are of requests of the kind late only.')
  return {}
}

const YEAR_MS = 366 * 24 * 3600_000

type When = { expected_at?: string | null | undefined; weekdays?: number[] | null | undefined }

/** People are notified as members: a platform administrator only where they are one. */
async function organisationOf(trx: Trx, viewer: Viewer, id: number): Promise<number> {
  const tracker = await trx
    .selectFrom('tracker')
    .select('organisation_id')
    .where('id', '=', id)
    .where(readsTracker(viewer))
    .executeTakeFirst()
  const is_member = viewer.memberships.some(({ organisation_id }) => organisation_id === tracker?.organisation_id)
  if (!tracker || !is_member) throw new AppError('not_found', 'There is no such tracker.', 'tracker_id')
  return tracker.organisation_id
}
