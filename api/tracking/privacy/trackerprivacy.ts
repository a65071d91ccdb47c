import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { isPrivateNow, privateUntil } from '#db/privacy/private_hours.ts'
import { holdGroups, settleHours } from '#db/privacy/settle_hours.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { TrackerPrivacy } from '#db/tables/tracking/privacy/tracker_privacy.ts'
import type { Schedule } from '#db/tables/tracking/schedule.ts'
import { ofAdministrator } from '../../crud/access.ts'
import { checkSchedule } from '../../crud/checks.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { AppError } from '../../http/errors.ts'
import { trackerName } from '../access/names.ts'
import { readsOfTracker, readsTracker } from '../access/scopes.ts'
import { isOfTracker } from '../access/spread.ts'
import { renewState } from '../guards/arm.ts'

// What was driven up to now would say at each report how far, and so which way.
const { driven_m: _d, private_since: _s, ...columns } = TrackerPrivacy.columns
const { tracker_id, schedule } = columns

/**
 * The working hours of trackers, outside of which none of their places is stored, and whether that is so now. They are
 * the organisation's to say, also of trackers that people own. Those of a group hold for the trackers in it and below
 * that have none of their own.
 */
export const trackerprivacy = defineResource({
  name: 'trackerprivacy',
  plural: 'trackerprivacies',
  noun: 'working time',
  about: 'List the working hours of trackers, outside of which distances are stored and no places',
  table: 'tracker_privacy',
  row: Type.Object({
    ...columns,
    private: Type.Boolean({ description: 'Whether no place is stored now' }),
    private_until: Nullable(Type.Unsafe<string>({ ...Timestamp, description: 'Where a person has switched it on' })),
    tracker_name: Type.String({ description: 'Its name, or its number' }),
  }),
  computed: {
    private: isPrivateNow('tracker_privacy'),
    private_until: privateUntil('tracker_privacy'),
    tracker_name: trackerName('tracker_privacy'),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    tracker_id: defineFilter(Id, (id) => isOfTracker('tracker_privacy', id)),
  },
  search: [],
  sort: { id: null },
  default_sort: 'id',
  reads: (viewer) => readsOfTracker(viewer, 'tracker_privacy'),
  writes: (viewer) => ofAdministrator(viewer, 'tracker_privacy.organisation_id'),

  create: {
    body: bodyOf({ tracker_id }, { schedule }),
    async run(trx, viewer, { tracker_id, schedule }) {
      checkSchedule(schedule)
      const { rows: found } = await sql<{ organisation_id: number; may: boolean }>`
        select t.organisation_id::float8 as organisation_id, ${ofAdministrator(viewer, 't.organisation_id')} as may
        from tracker t
        where t.id = ${tracker_id} and ${readsTracker(viewer, 't')} for no key update of t`.execute(trx)
      if (!found[0]) throw new AppError('not_found', 'There is no such tracker.', 'tracker_id')
      if (!found[0].may) throw new AppError('forbidden')
      const { organisation_id } = found[0]
      await holdGroups(trx, organisation_id)
      await noteChange(trx, { organisation_id, tracker_id })
      await renewState(trx, { organisation_id, tracker_id })
      const { id } = await rows(trx, 'tracker_privacy').insert({ organisation_id, tracker_id, ...ownHours(schedule) })
      if (!schedule) await settleHours(trx, organisation_id, tracker_id)
      return { id }
    },
  },
  update: {
    body: bodyOf({}, { schedule }),
    async run(trx, _viewer, { id, organisation_id, schedule }) {
      checkSchedule(schedule)
      const { tracker_id } = await trx
        .selectFrom('tracker_privacy')
        .select('tracker_id')
        .where('organisation_id', '=', organisation_id)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await noteChange(trx, { organisation_id, tracker_id })
      await holdGroups(trx, organisation_id)
      await renewState(trx, { organisation_id, tracker_id })
      await rows(trx, 'tracker_privacy').update({ id, organisation_id, ...ownHours(schedule) })
      if (schedule === null) await settleHours(trx, organisation_id, tracker_id)
    },
  },
})

/** A change of many trackers that is undone leaves those that were changed since. */
const noteChange = (trx: Trx, { organisation_id, tracker_id }: { organisation_id: number; tracker_id: number }) =>
  sql`update tracker set modified_at = now() where organisation_id = ${organisation_id} and id = ${tracker_id}`.execute(
    trx,
  )

/** Null: it has none of its own, so that those of its group hold. */
const ownHours = (schedule: Schedule | null | undefined) => schedule !== undefined && { schedule, by_group: false }
