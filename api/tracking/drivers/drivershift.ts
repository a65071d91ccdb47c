import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { endOfShift, fillDrivers } from '#db/movement/drivers.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { DriverShift } from '#db/tables/tracking/drivers/driver_shift.ts'
import { checkPeriod } from '../../crud/checks.ts'
import { below, bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { GroupFilter, isOfGroup } from '../access/groups.ts'
import { trackerName } from '../access/names.ts'
import { dispatchesTracker, readsOfTracker } from '../access/scopes.ts'
import { isOfTracker } from '../access/spread.ts'
import { checkAlone, enterShift, fillShift, lockTrackers } from './shifts.ts'
import { checkDriver, organisationOf } from './subjects.ts'

const { through_at: _, ...columns } = DriverShift.columns
const ends_at = endOfShift('driver_shift')

export const drivershift = defineResource({
  name: 'drivershift',
  plural: 'drivershifts',
  noun: 'shift',
  about: 'List who has driven which tracker from when to when: by keys, and as people have entered it',
  table: 'driver_shift',
  row: Type.Object({
    ...columns,
    /** The tracker's name, or its number. */
    tracker_name: Type.String(),
    driver_name: Nullable(Type.String()),
  }),
  computed: {
    ended_at: ends_at,
    tracker_name: trackerName('driver_shift'),
    driver_name: sql`(select d.name from driver d
      where d.organisation_id = driver_shift.organisation_id and d.id = driver_shift.driver_id)`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    tracker_id: defineFilter(Id, (id) => isOfTracker('driver_shift', id)),
    group_id: defineFilter(GroupFilter, (id) => isOfGroup('driver_shift', id)),
    driver_id: equals('driver_id', Id),
    source: equals('source', DriverShift.columns.source),
    has_driver: defineFilter(Type.Boolean(), (has) =>
      has ? sql<SqlBool>`driver_shift.driver_id is not null` : sql<SqlBool>`driver_shift.driver_id is null`,
    ),
    open: defineFilter(Type.Boolean(), (open) =>
      open ? sql<SqlBool>`${ends_at} is null` : sql<SqlBool>`${ends_at} is not null`,
    ),
    from: defineFilter(
      Type.String({ ...Timestamp, description: 'That end after this time, or continue' }),
      (from) => sql<SqlBool>`(driver_shift.ended_at is null or driver_shift.ended_at > ${from})`,
    ),
    to: below('began_at', Timestamp),
  },
  search: ['key'],
  sort: { id: null, began_at: null },
  default_sort: '-began_at',
  reads: (viewer) => readsOfTracker(viewer, 'driver_shift'),
  writes: (viewer) => dispatchesTracker(viewer, 'driver_shift'),
  quota: { organisation: 'driver_shifts' },

  create: {
    body: bodyOf({ tracker_id: Id, driver_id: Id, began_at: Timestamp }, { ended_at: Nullable(Timestamp) }),
    async run(trx, viewer, { tracker_id, driver_id, began_at, ended_at = null }) {
      const organisation_id = await organisationOf(trx, viewer, tracker_id)
      await checkDriver(trx, viewer, organisation_id, driver_id)
      checkPeriod(['began_at', 'ended_at'], {}, { began_at, ended_at })
      checkPast(began_at)
      const { id } = await enterShift(trx, { organisation_id, tracker_id, driver_id, began_at, ended_at })
      return { id }
    },
  },
  update: {
    body: bodyOf({}, { driver_id: Id, began_at: Timestamp, ended_at: Nullable(Timestamp) }),
    async run(trx, viewer, { id, organisation_id, driver_id, began_at, ended_at }) {
      const before = await readEntered(trx, organisation_id, id)
      if (driver_id !== undefined) await checkDriver(trx, viewer, organisation_id, driver_id)
      checkPeriod(['began_at', 'ended_at'], before, { began_at, ended_at } as object)
      if (began_at !== undefined) checkPast(began_at)
      const { tracker_id } = before
      const ends = ended_at === undefined ? before.ended_at : ended_at
      await checkAlone(trx, { id, organisation_id, tracker_id, began_at: began_at ?? before.began_at, ended_at: ends })
      await rows(trx, 'driver_shift').update({ id, organisation_id, driver_id, began_at, ended_at })
      await fillDrivers(trx, [spanOf(before)])
      await fillShift(trx, organisation_id, id)
    },
  },
  async remove(trx, _viewer, { id, organisation_id }) {
    const before = await readEntered(trx, organisation_id, id)
    await rows(trx, 'driver_shift').remove({ id, organisation_id })
    await fillDrivers(trx, [spanOf(before)])
  },
})

/** A shift that a person has entered, with its tracker locked. What keys say is found in reports, and not changed. */
async function readEntered(trx: Trx, organisation_id: number, id: number) {
  const found = await trx
    .selectFrom('driver_shift')
    .select([
      'organisation_id',
      'tracker_id',
      'source',
      'began_at',
      'ended_at',
      endOfShift('driver_shift').as('ends_at'),
    ])
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new AppError('not_found')
  if (found.source === 'key') {
    throw new AppError('not_possible', 'id: a key says so. Enter a shift over it, which goes before.', 'id')
  }
  await lockTrackers(trx, organisation_id, [Number(found.tracker_id)])
  return found
}

type Entered = Awaited<ReturnType<typeof readEntered>>

const spanOf = ({ organisation_id, tracker_id, began_at, ends_at }: Entered) => ({
  organisation_id,
  tracker_id,
  since: began_at,
  until: ends_at ?? new Date().toISOString(),
  always: true,
})

/** A clock may be some minutes ahead. */
function checkPast(began_at: string): void {
  if (Date.parse(began_at) > Date.now() + 10 * 60_000) throw wrong('began_at', 'is in the future.')
}
