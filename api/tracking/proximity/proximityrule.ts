import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { ProximityRule } from '#db/tables/tracking/proximity/proximity_rule.ts'
import { organisationFor } from '../../crud/belonging.ts'
import { checkName, checkSchedule } from '../../crud/checks.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { checkGroups } from '../access/groups.ts'
import { otherName, trackerName } from '../access/names.ts'
import { dispatchesBoth, dispatchesTracker, readsBoth, readsTracker } from '../access/scopes.ts'

const { columns } = ProximityRule
const { name, tracker_id, group_id, other_tracker_id, other_group_id } = columns
const { relation, distance_m, hold_s, schedule, note, active } = columns
const settings = { hold_s, schedule, note, active }

const groupName = (column: string) => sql`(select g.name from tracker_group g
  where g.organisation_id = proximity_rule.organisation_id and g.id = ${sql.ref(`proximity_rule.${column}`)})`

/** How far trackers may be from each other. */
export const proximityrule = defineResource({
  name: 'proximityrule',
  plural: 'proximityrules',
  noun: 'proximity rule',
  about: 'List proximity rules: trackers that must not be nearer or farther than a distance from others',
  table: 'proximity_rule',
  row: Type.Object({
    ...columns,
    /** The names of the trackers, or their numbers, and those of the groups. */
    tracker_name: Nullable(Type.String()),
    group_name: Nullable(Type.String()),
    other_tracker_name: Nullable(Type.String()),
    other_group_name: Nullable(Type.String()),
  }),
  computed: {
    tracker_name: trackerName('proximity_rule'),
    group_name: groupName('group_id'),
    other_tracker_name: otherName('proximity_rule'),
    other_group_name: groupName('other_group_id'),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    tracker_id: defineFilter(
      { ...Id, description: 'On either side' },
      (id) => sql<SqlBool>`${id} in (proximity_rule.tracker_id, proximity_rule.other_tracker_id)`,
      'tracker',
    ),
    active: equals('active', active),
  },
  search: ['name', 'note'],
  sort: { id: null, name: null },
  default_sort: 'name',
  reads: (viewer) => readsBoth(viewer, 'proximity_rule'),
  writes: (viewer) => dispatchesBoth(viewer, 'proximity_rule'),
  quota: { organisation: 'proximity_rules' },

  create: {
    body: bodyOf(
      { name, relation, distance_m },
      { organisation_id: Id, tracker_id, group_id, other_tracker_id, other_group_id, ...settings },
    ),
    async run(trx, viewer, { organisation_id: of, ...body }) {
      checkSchedule(body.schedule)
      const organisation_id = organisationFor(viewer, of)
      await checkSides(trx, viewer, { ...body, organisation_id })
      return rows(trx, 'proximity_rule').insert({ ...body, organisation_id, name: checkName(body.name) })
    },
  },
  update: {
    body: bodyOf({}, { name, relation, distance_m, ...settings }),
    async run(trx, _viewer, body) {
      checkSchedule(body.schedule)
      await rows(trx, 'proximity_rule').update({
        ...body,
        ...(body.name !== undefined && { name: checkName(body.name) }),
      })
    },
  },
  // The gateway ends what the rule has left open.
  remove: (trx, _viewer, target) => rows(trx, 'proximity_rule').remove(target),
})

/** Each side is one tracker or one group of the organisation, of which the viewer dispatches all. */
async function checkSides(trx: Trx, viewer: Viewer, body: Sides): Promise<void> {
  const { organisation_id } = body
  if (!body.tracker_id === !body.group_id) throw wrong('group_id', 'give a tracker or a group, one of both.')
  if (!body.other_tracker_id === !body.other_group_id) {
    throw wrong('other_group_id', 'give a tracker or a group, one of both.')
  }
  if (body.tracker_id && body.tracker_id === body.other_tracker_id) {
    throw wrong('other_tracker_id', 'must be another tracker.')
  }
  await checkTracker(trx, viewer, { organisation_id, id: body.tracker_id, field: 'tracker_id' })
  await checkTracker(trx, viewer, { organisation_id, id: body.other_tracker_id, field: 'other_tracker_id' })
  const group_ids = [body.group_id, body.other_group_id].filter((id) => typeof id === 'number')
  if (group_ids.length === 0) return
  const { rows } = await sql<{ dispatches: SqlBool }>`select ${dispatchesTracker(viewer, 'd')} as dispatches
    from (select ${organisation_id}::bigint as organisation_id, null::bigint as tracker_id) d`.execute(trx)
  if (!rows[0]!.dispatches) throw new AppError('forbidden')
  if (body.group_id) await checkGroups(trx, organisation_id, [body.group_id], 'group_id')
  if (body.other_group_id) await checkGroups(trx, organisation_id, [body.other_group_id], 'other_group_id')
}

async function checkTracker(trx: Trx, viewer: Viewer, { organisation_id, id, field }: TrackerOfBody): Promise<void> {
  if (!id) return
  const { rows } = await sql<{ dispatches: boolean }>`
    select ${dispatchesTracker(viewer, 'd')} as dispatches
    from tracker t cross join lateral (select t.organisation_id, t.id as tracker_id) d
    where t.id = ${id} and t.organisation_id = ${organisation_id} and ${readsTracker(viewer, 't')}
    for key share of t`.execute(trx)
  if (!rows[0]) throw new AppError('not_found', 'There is no such tracker.', field)
  if (!rows[0].dispatches) throw new AppError('forbidden')
}

type Sides = { organisation_id: number } & {
  [K in 'tracker_id' | 'group_id' | 'other_tracker_id' | 'other_group_id']?: number | null
}
type TrackerOfBody = { organisation_id: number; id: number | null | undefined; field: string }
