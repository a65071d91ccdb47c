import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { firstUnordered } from '#db/sensors/calibrate.ts'
import { settleSensors } from '#db/sensors/settle.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { Sensor } from '#db/tables/tracking/sensors/sensor.ts'
import { organisationFor } from '../../crud/belonging.ts'
import { checkName } from '../../crud/checks.ts'
import { bodyOf, defineResource, equals, type Target } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { checkGroups } from '../access/groups.ts'
import { trackerName } from '../access/names.ts'
import { dispatchesTracker, readsPlan, readsTracker } from '../access/scopes.ts'
import { publishAlerts } from '../alert_acknowledge.ts'
import { checkSource, checkSums } from './sums.ts'

const { name, tracker_id, group_id, path, sum_of, unit, factor, value_offset, points, median_of, states, sort_order } =
  Sensor.columns
const { low, high, hold_s, hysteresis, fuel_step } = Sensor.columns
const calibration = { unit, factor, value_offset, points, median_of, states }
const settings = { ...calibration, sum_of, sort_order, low, high, hold_s, hysteresis, fuel_step }

/** Attributes of reports with a name, a unit and a calibration. */
export const sensor = defineResource({
  name: 'sensor',
  plural: 'sensors',
  about: 'List sensors: attributes of reports with a name, a unit and a calibration',
  table: 'sensor',
  row: Type.Object({
    ...Sensor.columns,
    /** The name of the tracker, or its number. */
    tracker_name: Nullable(Type.String()),
    group_name: Nullable(Type.String()),
  }),
  computed: {
    tracker_name: trackerName('sensor'),
    group_name: sql`(select g.name from tracker_group g
      where g.organisation_id = sensor.organisation_id and g.id = sensor.group_id)`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    tracker_id: equals('tracker_id', Id, 'tracker'),
    group_id: equals('group_id', Id),
  },
  search: ['name', 'path'],
  sort: { id: null, name: null },
  default_sort: 'name',
  reads: (viewer) => readsPlan(viewer, 'sensor'),
  writes: (viewer) => dispatchesTracker(viewer, 'sensor'),
  quota: { organisation: 'sensors' },

  create: {
    body: bodyOf({ name }, { organisation_id: Id, tracker_id, group_id, path, ...settings }),
    async run(trx, viewer, body) {
      const organisation_id = await checkSubject(trx, viewer, body)
      checkPoints(body.points)
      checkRange({ low: null, high: null, ...body })
      checkSource({ ...usual, ...body })
      const made = await rows(trx, 'sensor').insert({ ...asStored(body), organisation_id, name: checkName(body.name) })
      await checkSums(trx, { id: made.id, organisation_id, names: [body.name], changed: 'sum_of' })
      await settle(trx, organisation_id, body.tracker_id ?? null)
      return made
    },
  },
  update: {
    body: bodyOf({}, { name, path, ...settings }),
    async run(trx, _viewer, { id, organisation_id, ...body }) {
      checkPoints(body.points)
      const before = await readBefore(trx, { id, organisation_id })
      checkRange({
        ...before,
        ...(body.low !== undefined && { low: body.low }),
        ...(body.high !== undefined && { high: body.high }),
      })
      checkSource({ ...before, ...body })
      const changes = { ...asStored(body), ...(body.name !== undefined && { name: checkName(body.name) }) }
      await rows(trx, 'sensor').update({ ...changes, id, organisation_id })
      const changed = body.sum_of !== undefined ? 'sum_of' : body.unit !== undefined ? 'unit' : 'name'
      await checkSums(trx, { id, organisation_id, names: [before.name, body.name ?? before.name], changed })
      await settle(trx, organisation_id, before.tracker_id)
    },
  },
  async remove(trx, _viewer, { id, organisation_id }) {
    const { tracker_id, name } = await readBefore(trx, { id, organisation_id })
    // First the states: a report that is being stored must not name it any more.
    await settle(trx, organisation_id, tracker_id)
    await rows(trx, 'sensor').remove({ id, organisation_id })
    await checkSums(trx, { id, organisation_id, names: [name], changed: null })
    await settle(trx, organisation_id, tracker_id)
  },
})

/** The organisation of the tracker, or that of the body, where the viewer dispatches all trackers. */
async function checkSubject(trx: Trx, viewer: Viewer, { tracker_id, group_id, ...body }: Subject): Promise<number> {
  if (tracker_id && group_id) throw wrong('group_id', 'give a tracker or a group, not both.')
  const dispatches = dispatchesTracker(viewer, 'd')
  if (tracker_id) {
    const { rows } = await sql<{ organisation_id: number; dispatches: boolean }>`
      select t.organisation_id, ${dispatches} as dispatches
      from tracker t cross join lateral (select t.organisation_id, t.id as tracker_id) d
      where t.id = ${tracker_id} and ${readsTracker(viewer, 't')} for key share of t`.execute(trx)
    if (!rows[0]) throw new AppError('not_found', 'There is no such tracker.', 'tracker_id')
    if (!rows[0].dispatches) throw new AppError('forbidden')
    return Number(rows[0].organisation_id)
  }
  const organisation_id = organisationFor(viewer, body.organisation_id)
  const { rows } = await sql<{ dispatches: SqlBool }>`select ${dispatches} as dispatches
    from (select ${organisation_id}::bigint as organisation_id, null::bigint as tracker_id) d`.execute(trx)
  if (!rows[0]!.dispatches) throw new AppError('forbidden')
  if (group_id) await checkGroups(trx, organisation_id, [group_id], 'group_id')
  return organisation_id
}

const readBefore = (trx: Trx, { id, organisation_id }: Target) =>
  trx
    .selectFrom('sensor')
    .selectAll()
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Gateways read the sensors again, and alerts of what does not apply any more are over. */
async function settle(trx: Trx, organisation_id: number, tracker_id: number | null): Promise<void> {
  await publishAlerts(trx, organisation_id, await settleSensors(trx, organisation_id, tracker_id))
}

function checkRange({ low, high }: { low: number | null; high: number | null }): void {
  if (low !== null && high !== null && low > high) throw wrong('high', 'must not be less than low.')
}

function checkPoints(points: number[][] | null | undefined): void {
  const unordered = points ? firstUnordered(points) : null
  if (unordered !== null) throw wrong(`points.${unordered}`, 'its reported value must be greater than the one before.')
}

/** With lists as JSON: the driver would write them as arrays of PostgreSQL. */
const asStored = <Body extends Lists>({ points, states, sum_of, ...body }: Body) => ({
  ...body,
  ...(sum_of !== undefined && { sum_of: sum_of && (JSON.stringify(sum_of) as never) }),
  ...(points !== undefined && { points: points && (JSON.stringify(points) as never) }),
  ...(states !== undefined && { states: states && (JSON.stringify(states) as never) }),
})

const usual = { path: '', sum_of: null, factor: 1, value_offset: 0, points: null, median_of: 1 }

type Lists = { points?: unknown[] | null; states?: unknown[] | null; sum_of?: unknown[] | null }
type Subject = { organisation_id?: number; tracker_id?: number | null; group_id?: number | null }
