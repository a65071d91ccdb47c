import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { queueMovement } from '#db/movement/queue.ts'
import { settleHours } from '#db/privacy/settle_hours.ts'
import { limitOfGroups, profileOfGroups } from '#db/privacy/tracker_groups.ts'
import { settleSensors } from '#db/sensors/settle.ts'
import { Id } from '#db/tables/columns.ts'
import { TrackerGroup } from '#db/tables/tracking/tracker_group.ts'
import { ofRoles, type Scope, scope } from '../crud/access.ts'
import { administeredFor } from '../crud/belonging.ts'
import { checkName, checkSchedule } from '../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import { seesAll, type Viewer } from '../crud/viewer.ts'
import { AppError, wrong } from '../http/errors.ts'
import { checkGroups, closeLimited } from './access/groups.ts'
import { checkProfile } from './access/profiles.ts'
import { publishAlerts } from './alert_acknowledge.ts'

/** Levels of the tree. */
const DEEPEST = 10

const { name, parent_id, colour, speed_limit, movement_profile_id, schedule } = TrackerGroup.columns

export const trackergroup = defineResource({
  name: 'trackergroup',
  plural: 'trackergroups',
  noun: 'group of trackers',
  about: 'List groups of trackers: a tree of regions, depots or whatever a fleet is parted in',
  table: 'tracker_group',
  row: Type.Object({
    ...TrackerGroup.columns,
    /** Its name after those of the groups that it is in: `North / Whangārei`. */
    path: Type.String(),
    /** Trackers in it, without those in groups below. */
    trackers: Type.Integer(),
  }),
  computed: {
    path: sql`(with recursive above (parent_id, path) as (
        select tracker_group.parent_id, tracker_group.name
        union all select g.parent_id, g.name || ' / ' || a.path from above a
          join tracker_group g on g.organisation_id = tracker_group.organisation_id and g.id = a.parent_id
      ) select a.path from above a where a.parent_id is null)`,
    trackers: sql`(select count(*)::int from tracker t
      where t.organisation_id = tracker_group.organisation_id and t.group_id = tracker_group.id
        and not t.drill)`,
  },
  filters: { organisation_id: equals('organisation_id', Id), parent_id: equals('parent_id', Id) },
  search: ['name'],
  sort: { id: null, name: null, created_at: null, modified_at: null },
  default_sort: 'name',
  reads,
  writes: (viewer) => ofRoles(viewer, 'tracker_group.organisation_id', ['Administrator']),
  quota: { organisation: 'tracker_groups' },
  bulk: ['parent_id', 'colour', 'speed_limit'],

  create: {
    body: bodyOf({ name }, { organisation_id: Id, parent_id, colour, speed_limit, movement_profile_id, schedule }),
    async run(trx, viewer, { organisation_id: asked, name, parent_id = null, ...fields }) {
      const organisation_id = administeredFor(viewer, asked)
      checkSchedule(fields.schedule)
      const created = { organisation_id, name: checkName(name), parent_id, ...fields }
      await lockTree(trx, organisation_id)
      if (parent_id !== null) await checkGroups(trx, organisation_id, [parent_id], 'parent_id')
      await checkProfile(trx, organisation_id, fields.movement_profile_id)
      const { id } = await rows(trx, 'tracker_group').insert(created)
      await checkTree(trx, organisation_id, id)
      if (parent_id !== null) await closeLimited(trx, organisation_id)
      return { id }
    },
  },
  update: {
    body: bodyOf({}, { name, parent_id, colour, speed_limit, movement_profile_id, schedule }),
    async run(trx, viewer, { id, organisation_id, name, parent_id, ...fields }) {
      checkSchedule(fields.schedule)
      await lockTree(trx, organisation_id)
      if (parent_id) await checkGroups(trx, organisation_id, [parent_id], 'parent_id')
      if (parent_id === id) throw wrong('parent_id', 'a group is not in itself.')
      await checkProfile(trx, organisation_id, fields.movement_profile_id)
      const before = await readRules(trx, id)
      const changes = { parent_id, ...fields, ...(name !== undefined && { name: checkName(name) }) }
      await rows(trx, 'tracker_group').update({ id, organisation_id, ...changes })
      const { label, rules } = await readRules(trx, id)
      if (rules !== before.rules) {
        const input = { of: 'group' as const, group_id: id }
        await queueMovement(trx, { organisation_id, user_id: viewer.user_id, name: label, input })
      }
      if (parent_id !== undefined || fields.schedule !== undefined) await settleHours(trx, organisation_id, null)
      if (parent_id === undefined) return
      await checkTree(trx, organisation_id, id)
      await publishAlerts(trx, organisation_id, await settleSensors(trx, organisation_id, null))
      await closeLimited(trx, organisation_id)
    },
  },
  async remove(trx, _viewer, { id, organisation_id }) {
    await lockTree(trx, organisation_id)
    await checkUnused(trx, organisation_id, id)
    await rows(trx, 'tracker_group').remove({ id, organisation_id })
  },
})

/** The lowest limit and the nearest profile of it and those that it is in, with its name. */
async function readRules(trx: Trx, id: number): Promise<{ label: string; rules: string }> {
  return trx
    .selectFrom('tracker_group as t')
    .select([
      't.name as label',
      sql<string>`concat_ws(' ', least(t.speed_limit, ${limitOfGroups('t', 'parent_id')}), '/',
        coalesce(t.movement_profile_id, ${profileOfGroups('t', 'parent_id')}))`.as('rules'),
    ])
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** All groups of an organisation for its Administrators and Staff; their own for those who are limited to some. */
function reads(viewer: Viewer): Scope {
  const all = ofRoles(viewer, 'tracker_group.organisation_id', seesAll)
  const limited = viewer.memberships.flatMap(({ organisation_id, group_ids }) =>
    group_ids
      ? [
          sql<boolean>`(tracker_group.organisation_id <> ${organisation_id} or tracker_group.id = any(${group_ids}::bigint[]))`,
        ]
      : [],
  )
  return limited.length === 0 ? all : scope(all.extent, sql<boolean>`(${sql.join([all, ...limited], sql` and `)})`)
}

/** Two changes at once could make a circle that neither of them sees. */
const lockTree = (trx: Trx, organisation_id: number) =>
  trx.selectFrom('organisation').select('id').where('id', '=', organisation_id).forNoKeyUpdate().execute()

/** Refuses a group within itself, and too many levels above or below it. */
async function checkTree(trx: Trx, organisation_id: number, id: number): Promise<void> {
  const { rows } = await sql<{ above: number; below: number; circle: boolean }>`
    with recursive above (id, level) as (
      select ${id}::bigint, 1 union all
      select g.parent_id, a.level + 1 from above a
        join tracker_group g on g.organisation_id = ${organisation_id} and g.id = a.id
      where g.parent_id is not null and a.level <= ${DEEPEST}
    ), below (id, level) as (
      select ${id}::bigint, 1 union all
      select g.id, b.level + 1 from below b
        join tracker_group g on g.organisation_id = ${organisation_id} and g.parent_id = b.id
      where b.level <= ${DEEPEST}
    ) select (select max(level) from above) as above, (select max(level) from below) as below,
      (select count(*) > 1 from above where id = ${id}) as circle`.execute(trx)
  const { above, below, circle } = rows[0]!
  if (circle) throw wrong('parent_id', 'is below this group.')
  if (above + below - 1 > DEEPEST) throw wrong('parent_id', `groups have at most ${DEEPEST} levels.`)
}

/** A tracker must not come into the sight of others, nor a member's rights change, because a group has gone. */
async function checkUnused(trx: Trx, organisation_id: number, id: number): Promise<void> {
  const { rows } = await sql<{ trackers: number; groups: number; members: number; drivers: number }>`select
    (select count(*)::int from tracker where organisation_id = ${organisation_id} and group_id = ${id}) as trackers,
    (select count(*)::int from tracker_group where organisation_id = ${organisation_id} and parent_id = ${id}) as groups,
    (select count(*)::int from membership_group where organisation_id = ${organisation_id} and group_id = ${id})
      + (select count(*)::int from invitation_group where organisation_id = ${organisation_id} and group_id = ${id})
      as members,
    (select count(*)::int from driver where organisation_id = ${organisation_id} and group_id = ${id}) as drivers`.execute(
    trx,
  )
  const { trackers, groups, members, drivers } = rows[0]!
  const [what, todo] =
    trackers > 0
      ? [`${trackers} trackers are in it`, 'Move them to another group first']
      : groups > 0
        ? [`${groups} groups are below it`, 'Move or remove them first']
        : drivers > 0
          ? [`${drivers} drivers are in it`, 'Move them to another group first']
          : [`${members} members or invitations are limited to it`, 'Change these first']
  if (trackers + groups + members + drivers > 0) throw new AppError('not_possible', `${what}. ${todo}.`)
}
