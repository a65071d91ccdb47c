import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { queueVisits } from '#db/movement/queue.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { Boundary as Table } from '#db/tables/tracking/boundary.ts'
import { readsShared, writesOwned } from '../../crud/access.ts'
import { belongingFor, changedOwner, organisationFor } from '../../crud/belonging.ts'
import { checkSchedule, checkVisibleName, Name } from '../../crud/checks.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { seesEverything, type Viewer } from '../../crud/viewer.ts'
import { wrong } from '../../http/errors.ts'
import { readsTracker, seesTracker } from '../access/scopes.ts'
import { BoxParam, meetsBbox } from '../geometry/bbox.ts'
import { containingRemark } from './containing.ts'
import { boundaryFiles } from './files.ts'
import { checkAlone, checkVertices } from './limits.ts'
import { checkBoundaryName, checkChangedName } from './names.ts'
import { Area, areaInLists, areaOf, CircleBody, shapeOf } from './shapes.ts'

const { geometry: _g, center_lon: _lon, center_lat: _lat, radius_m: _r, ...columns } = Table.columns
const Boundary = Type.Object({
  ...columns,
  /** Null in lists for one of more than 500 positions, which is read by itself. */
  geometry: Nullable(Area),
  circle: Nullable(CircleBody),
  /** Trackers it applies to, if not to all. */
  tracker_ids: Type.Array(Id),
})

const settings = {
  owner_user_id: columns.owner_user_id,
  active: columns.active,
  rule: columns.rule,
  buffer_m: columns.buffer_m,
  use_accuracy: columns.use_accuracy,
  all_trackers: columns.all_trackers,
  schedule: columns.schedule,
  speed_limit: columns.speed_limit,
  tracker_ids: Type.Array(Id, { maxItems: 100_000, uniqueItems: true }),
  geometry: Area,
  circle: CircleBody,
}

/** A boundary of the organisation is for people who do not see all of its trackers, too. */
function ofSeen(viewer: Viewer) {
  if (viewer.platform_admin || viewer.memberships.every(seesEverything)) return sql``
  return sql`and exists (select from tracker t where t.organisation_id = l.organisation_id and t.id = l.tracker_id
    and ${seesTracker(viewer, 't')})`
}

export const boundary = defineResource({
  name: 'boundary',
  plural: 'boundaries',
  about: 'List boundaries: areas that trackers must not leave, or must keep out of',
  table: 'boundary',
  row: Boundary,
  computed: {
    geometry: areaOf,
    circle: sql`case when boundary.radius_m is not null then json_build_object(
      'center', json_build_array(boundary.center_lon, boundary.center_lat), 'radius_m', boundary.radius_m) end`,
    tracker_ids: (viewer: Viewer) => sql`array(select l.tracker_id::float8 from boundary_tracker l
      where l.organisation_id = boundary.organisation_id and l.boundary_id = boundary.id ${ofSeen(viewer)} order by 1)`,
  },
  in_lists: { geometry: areaInLists },
  filters: {
    organisation_id: equals('organisation_id', Id),
    active: equals('active', Type.Boolean()),
    rule: equals('rule', columns.rule),
    bbox: defineFilter(BoxParam, (box) => meetsBbox(sql`boundary.geometry`, box)),
  },
  search: ['name'],
  sort: { id: null, name: null, created_at: null, modified_at: null },
  default_sort: 'name',
  // Boundaries without an owner apply to the whole organisation.
  attachable: sql<string>`boundary.name`,
  reads: (viewer) => readsShared(viewer, 'boundary'),
  writes: (viewer) => writesOwned(viewer, 'boundary'),
  lockable: true,
  files: boundaryFiles,
  remark: containingRemark,
  bulk: ['active', 'owner_user_id', 'buffer_m', 'use_accuracy', 'speed_limit'],
  quota: { organisation: 'boundaries', person: 'boundaries_of_person' },

  create: {
    body: bodyOf({ name: Name }, { organisation_id: Id, ...settings }),
    async prepare(db, viewer, { organisation_id, geometry, circle }, { quotas }) {
      const of = organisationFor(viewer, organisation_id)
      if (geometry) await checkVertices(db, quotas, viewer, { organisation_id: of, geometry })
      return shapeOf(db, geometry, circle)
    },
    async run(trx, viewer, { tracker_ids, geometry: _g, circle: _c, ...body }, shape) {
      const name = checkVisibleName(body.name)
      checkSchedule(body.schedule)
      const { organisation_id, owner_user_id } = await belongingFor(trx, viewer, body)
      if (!shape) throw wrong('geometry', 'is missing; give it or circle.')
      await checkBoundaryName(trx, { organisation_id, owner_user_id, name })
      const { id } = await rows(trx, 'boundary').insert({
        all_trackers: tracker_ids === undefined,
        ...body,
        ...shape,
        organisation_id,
        owner_user_id,
        name,
      })
      if (tracker_ids) await linkTrackers(trx, viewer, { organisation_id, boundary_id: id, tracker_ids })
      if (body.rule === 'alone') await checkAlone(trx, organisation_id)
      if (body.active !== false)
        await queueVisits(trx, { organisation_id, user_id: viewer.user_id, boundary_id: id, name })
      return { id }
    },
  },
  update: {
    body: bodyOf({}, { name: Name, ...settings }),
    async prepare(db, viewer, { organisation_id, geometry, circle }, { quotas }) {
      if (geometry) await checkVertices(db, quotas, viewer, { organisation_id, geometry })
      return shapeOf(db, geometry, circle)
    },
    async run(trx, viewer, { id, organisation_id, tracker_ids, geometry: _g, circle: _c, ...changes }, shape) {
      changes.name = checkVisibleName(changes.name)
      checkSchedule(changes.schedule)
      changes.owner_user_id = await changedOwner(trx, viewer, { organisation_id, ...changes })
      await checkChangedName(trx, id, changes)
      const before = await readVisited(trx, { id, organisation_id })
      await rows(trx, 'boundary').update({ id, organisation_id, ...changes, ...shape })
      const { name, active, visited } = await readVisited(trx, { id, organisation_id })
      if (active && visited !== before.visited) {
        await queueVisits(trx, { organisation_id, user_id: viewer.user_id, boundary_id: id, name })
      }
      if (tracker_ids) await linkTrackers(trx, viewer, { organisation_id, boundary_id: id, tracker_ids })
      await checkAlone(trx, organisation_id)
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'boundary').remove(target),
})

/** What past visits depend on. */
const readVisited = (trx: Trx, { organisation_id, id }: { organisation_id: number; id: number }) =>
  trx
    .selectFrom('boundary')
    .select(['name', 'active', sql<string>`md5(concat_ws(' ', active, speed_limit, geometry::text))`.as('visited')])
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Links only trackers that the viewer sees: the answer must not reveal other ids. Links of others stay. */
async function linkTrackers(
  trx: Trx,
  viewer: Viewer,
  {
    organisation_id,
    boundary_id,
    tracker_ids,
  }: { organisation_id: number; boundary_id: number; tracker_ids: number[] },
): Promise<void> {
  await trx
    .deleteFrom('boundary_tracker')
    .where('organisation_id', '=', organisation_id)
    .where('boundary_id', '=', boundary_id)
    .where(
      sql<SqlBool>`exists (select from tracker t where t.organisation_id = boundary_tracker.organisation_id
        and t.id = boundary_tracker.tracker_id and ${readsTracker(viewer, 't')})`,
    )
    .execute()
  if (tracker_ids.length === 0) return
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('boundary_tracker')
    .columns(['organisation_id', 'boundary_id', 'tracker_id'])
    .expression((eb) =>
      eb
        .selectFrom('tracker')
        .select((s) => ['organisation_id', s.lit(boundary_id).as('boundary_id'), 'id as tracker_id'])
        .where('organisation_id', '=', organisation_id)
        .where(readsTracker(viewer))
        .where('id', '=', sql<number>`any(${`{${tracker_ids.join(',')}}`}::bigint[])`),
    )
    .executeTakeFirstOrThrow()
  if (Number(numInsertedOrUpdatedRows) !== tracker_ids.length) {
    throw wrong('tracker_ids', 'not all of them are trackers of the organisation.')
  }
}
