import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { bigints } from '#db/arrays.ts'
import type { Trx } from '#db/database.ts'
import { liveRooms } from '#db/live_rooms.ts'
import { profileOfTracker } from '#db/movement/profile_of.ts'
import { queueMovement } from '#db/movement/queue.ts'
import { networkFault } from '#db/networks.ts'
import { deleteInParts, repeatInParts } from '#db/pace.ts'
import { deleteFirstEvents } from '#db/partitions.ts'
import { holdGroups, settleHours } from '#db/privacy/settle_hours.ts'
import { limitOfGroups } from '#db/privacy/tracker_groups.ts'
import { settleSensors } from '#db/sensors/settle.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { naturalAfter } from '#db/tables/natural.ts'
import { Tracker as Table } from '#db/tables/tracking/tracker.ts'
import { canonicalNumber, NUMBER_DESCRIPTION, NUMBER_LENGTH, NUMBER_PATTERN } from '#db/tracker_number.ts'
import { DEVICE_PROTOCOLS, isProtocol, TOKEN_TRANSPORTS, TRANSPORTS, UDP_TRANSPORTS } from '#db/transports.ts'
import { scope, writesOwned } from '../crud/access.ts'
import { administers, belongingFor, changedOwner } from '../crud/belonging.ts'
import { bodyOf, defineFilter, defineResource, equals, type Target } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import { makeToken } from '../crud/session/random_token.ts'
import { afterCommit } from '../crud/transact.ts'
import type { Viewer } from '../crud/viewer.ts'
import { AppError, wrong } from '../http/errors.ts'
import { checkGroups, GroupFilter, isInGroup } from './access/groups.ts'
import { checkProfile } from './access/profiles.ts'
import { seesTracker } from './access/scopes.ts'
import { publishAlerts } from './alert_acknowledge.ts'
import { simNumber } from './commands/by_sms.ts'
import { sendSettings } from './device_settings.ts'
import { driverColumns, driverComputed, setDriver } from './drivers/current.ts'
import * as lastKnown from './last_known.ts'
import { hoursColumns, hoursComputed, setHours } from './privacy/own_hours.ts'
import { hasTag, setTags, TagFilter, TagIds, tagColumns, tagsComputed } from './tags/tracker_tags.ts'

const { token_sha256: _, canonical_number: __, number_clash: ___, ...columns } = Table.columns
const Tracker = Type.Object({
  ...columns,
  /** Transports by which its number was refused in the last month, because they are not in `transports`. */
  refused_transports: Type.Array(Type.String()),
  group_name: Nullable(Type.String()),
  ...tagColumns,
  ...driverColumns,
  ...hoursColumns,
  ...lastKnown.columns,
})
/** One's own trackers before those of the demo. */
const by_name = naturalAfter(sql.ref('tracker.demo'), sql.ref('tracker.name'))
const refused_transports = sql<string[]>`array(select distinct d.protocol from unknown_device d
  where d.canonical_number = tracker.canonical_number and d.last_seen >= tracker.created_at
    and d.protocol <> all(tracker.transports) order by d.protocol)`
const group_name = sql<string | null>`(select g.name from tracker_group g
  where g.organisation_id = tracker.organisation_id and g.id = tracker.group_id)`
const NumberParam = Type.String({
  maxLength: NUMBER_LENGTH,
  // An empty number passes the pattern: it is refused as too short.
  pattern: `^$|${NUMBER_PATTERN}`,
  description: NUMBER_DESCRIPTION,
})
const Transports = Type.Array(Type.String({ enum: [...TRANSPORTS] }), {
  minItems: 1,
  uniqueItems: true,
  description:
    'a list of one or more of: ' +
    `${TOKEN_TRANSPORTS.join(', ')} (these need the device token), osmand, ${DEVICE_PROTOCOLS.join(', ')} ` +
    '(these identify a device by its number alone, so anyone who knows the number can report for it), ' +
    `${UDP_TRANSPORTS.join(', ')} (the same over UDP, where even the address of the sender can be forged)`,
})
const settings = {
  name: columns.name,
  type: columns.type,
  owner_user_id: columns.owner_user_id,
  active: columns.active,
  interval_s: columns.interval_s,
  interval_charging_s: columns.interval_charging_s,
  pause_after_still_s: columns.pause_after_still_s,
  exit_confirmations: columns.exit_confirmations,
  exit_delay_s: columns.exit_delay_s,
  source_networks: columns.source_networks,
  transports: Transports,
  movement_profile_id: columns.movement_profile_id,
  group_id: columns.group_id,
  speed_limit: columns.speed_limit,
  sim_number: columns.sim_number,
  tag_ids: TagIds,
  driver_id: driverColumns.driver_id,
  ...hoursColumns,
}

/** Devices of a protocol report by settings of their own, and parked only by a heartbeat each three to five minutes. */
const PROTOCOL_INTERVAL_S = 200
/** In place of the table's default. */
const intervalOfProtocol = sql<number>`case when interval_s = 60 then ${PROTOCOL_INTERVAL_S}::int else interval_s end`

export const tracker = defineResource({
  name: 'tracker',
  plural: 'trackers',
  about: 'List trackers: GPS units and phones',
  table: 'tracker',
  row: Tracker,
  joins: lastKnown.joins,
  computed: {
    refused_transports,
    group_name,
    ...tagsComputed,
    ...driverComputed,
    ...hoursComputed,
    ...lastKnown.computed,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    ids: defineFilter(
      Type.Array(Id, { minItems: 1, maxItems: 100, description: 'Only these trackers: `ids=7&ids=8`, at most 100' }),
      (ids) => sql<SqlBool>`tracker.id = any(${bigints(ids)}::bigint[])`,
    ),
    number: defineFilter(Type.String(), hasNumber),
    type: equals('type', columns.type),
    active: equals('active', Type.Boolean()),
    owner_user_id: equals('owner_user_id', Id),
    group_id: defineFilter(GroupFilter, (id) => isInGroup('tracker', id)),
    tag_id: defineFilter(TagFilter, (id, viewer) => hasTag(viewer, id), 'tag'),
    ...lastKnown.filters,
  },
  csv: lastKnown.csv,
  search: ['number', 'name'],
  same: hasNumber,
  sort: { id: null, name: by_name, number: null, created_at: null, modified_at: null },
  default_sort: 'name',
  attachable: sql<string>`coalesce(tracker.name, tracker.number)`,
  listed: { where: sql<SqlBool>`not tracker.drill` },
  reads: (viewer) => seesTracker(viewer),
  writes: (viewer) => {
    const own = writesOwned(viewer, 'tracker')
    return scope(own.extent, sql<SqlBool>`(${own} and not tracker.drill)`)
  },
  lockable: true,
  quota: { organisation: 'trackers', person: 'trackers_of_person' },

  unique: ['number'],
  bulk: Object.keys(settings).filter((name) => !['name', 'sim_number'].includes(name)),
  create: {
    body: bodyOf({ number: NumberParam }, { organisation_id: Id, ...settings }),
    answer: Type.Object({
      ...Tracker.properties,
      device_token: Type.String({ description: 'Shown once; empty during impersonation' }),
    }),
    async run(trx, viewer, { tag_ids, driver_id, working_hours, ...body }) {
      const number = checkNumber(body.number)
      checkNetworks(body.source_networks)
      const belonging = await belongingFor(trx, viewer, body)
      const sim_number = simNumber(viewer, belonging.organisation_id, body.sim_number)
      if (body.group_id != null) {
        await holdGroups(trx, belonging.organisation_id)
        await checkGroup(trx, viewer, belonging.organisation_id, body.group_id)
      }
      await checkProfile(trx, belonging.organisation_id, body.movement_profile_id)
      const token = makeToken()
      const { id } = await rows(trx, 'tracker').insert({
        ...(body.transports?.some(isProtocol) && { interval_s: PROTOCOL_INTERVAL_S }),
        ...body,
        number,
        sim_number,
        ...belonging,
        token_sha256: token.sha256,
      })
      const target = { id, organisation_id: belonging.organisation_id }
      await changeTagsAndDriver(trx, viewer, target, {
        ...(tag_ids?.length && { tag_ids }),
        ...(driver_id && { driver_id }),
      })
      if (working_hours) await setHours(trx, viewer, target, working_hours)
      if (body.group_id != null) await settleHours(trx, target.organisation_id, id)
      // An impersonator gets no token; a new one can be created later.
      return { id, shown_once: { device_token: viewer.impersonator_user_id === null ? token.token : '' } }
    },
  },
  update: {
    body: bodyOf({}, { number: NumberParam, ...settings }),
    async run(trx, viewer, { id, organisation_id, tag_ids, driver_id, working_hours, ...changes }) {
      if (changes.number !== undefined) changes.number = checkNumber(changes.number)
      checkNetworks(changes.source_networks)
      if (changes.sim_number !== undefined) changes.sim_number = simNumber(viewer, organisation_id, changes.sim_number)!
      changes.owner_user_id = await changedOwner(trx, viewer, { organisation_id, ...changes })
      await checkProfile(trx, organisation_id, changes.movement_profile_id)
      const before = await readRules(trx, { id, organisation_id })
      if (changes.group_id !== undefined) {
        await holdGroups(trx, organisation_id)
        await changeGroup(trx, viewer, { id, organisation_id }, changes.group_id)
      }
      await changeTagsAndDriver(trx, viewer, { id, organisation_id }, { tag_ids, driver_id })
      if (changes.active) await checkOwnerBelongs(trx, { id, organisation_id }, changes.owner_user_id)
      await sendSettings(trx, viewer, { id, organisation_id }, changes)
      const interval = changes.transports?.some(isProtocol) && { interval_s: intervalOfProtocol }
      await rows(trx, 'tracker').update({ id, organisation_id, ...interval, ...changes, ...clash(changes.number) })
      if (working_hours !== undefined) await setHours(trx, viewer, { id, organisation_id }, working_hours)
      const { name, rules } = await readRules(trx, { id, organisation_id })
      if (changes.group_id !== undefined) {
        await settleHours(trx, organisation_id, id)
        await publishAlerts(trx, organisation_id, await settleSensors(trx, organisation_id, id))
      }
      if (rules !== before.rules) {
        const input = { of: 'tracker' as const, tracker_id: id }
        await queueMovement(trx, { organisation_id, user_id: viewer.user_id, name, input })
      }
      const { active, number, source_networks, transports } = changes
      if (active === false || number !== undefined || source_networks !== undefined) {
        afterCommit(trx, ({ closeTracker }) => closeTracker(id))
      } else if (transports) afterCommit(trx, ({ closeTracker }) => closeTracker(id, transports))
    },
  },
  async prepare_removal(db, { id, organisation_id }) {
    const tracker = { organisation_id, tracker_id: id }
    await repeatInParts(db, (trx, rows) => deleteFirstEvents(trx, tracker, rows))
    await deleteInParts(db, 'alert', sql`organisation_id = ${organisation_id} and tracker_id = ${id}`)
  },
  async remove(trx, _viewer, { id, organisation_id }) {
    // Deletes the state first: the engine locks it, so no report of the tracker is stored after this.
    for (const table of ['tracker_state', 'tracker_event', 'rejected_report'] as const) {
      await trx.deleteFrom(table).where('organisation_id', '=', organisation_id).where('tracker_id', '=', id).execute()
    }
    await rows(trx, 'tracker').remove({ id, organisation_id })
    afterCommit(trx, ({ closeTracker }) => closeTracker(id))
  },
})

/** Only administrators: it decides who sees the tracker. */
async function checkGroup(trx: Trx, viewer: Viewer, organisation_id: number, group_id: number | null): Promise<void> {
  if (!administers(viewer, organisation_id)) {
    throw new AppError('forbidden', 'group_id: only an administrator may set the group.', 'group_id')
  }
  if (group_id !== null) await checkGroups(trx, organisation_id, [group_id], 'group_id')
}

/** Tags and the driver: only administrators, since others do not see which there are. */
async function changeTagsAndDriver(
  trx: Trx,
  viewer: Viewer,
  target: Target,
  { tag_ids, driver_id }: TagsAndDriver,
): Promise<void> {
  const field = tag_ids !== undefined ? 'tag_ids' : 'driver_id'
  if (tag_ids === undefined && driver_id === undefined) return
  if (!administers(viewer, target.organisation_id)) {
    throw new AppError('forbidden', `${field}: only an administrator may set it.`, field)
  }
  if (tag_ids) await setTags(trx, target, tag_ids)
  if (driver_id !== undefined) await setDriver(trx, viewer, target, driver_id)
}
type TagsAndDriver = { tag_ids?: number[] | undefined; driver_id?: number | null | undefined }

/** Those who watch the group that it leaves, or comes into, see at once what they may see now. */
async function changeGroup(trx: Trx, viewer: Viewer, { id, organisation_id }: Target, group_id: number | null) {
  const { group_id: before } = await trx
    .selectFrom('tracker')
    .select('group_id')
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (before === group_id) return
  await checkGroup(trx, viewer, organisation_id, group_id)
  for (const each of [before, group_id]) {
    if (each !== null) afterCommit(trx, ({ closeLive }) => closeLive(liveRooms.group(organisation_id, each)))
  }
}

/** Refuses to activate the phone of a former member, unless its owner is changed in the same request. */
async function checkOwnerBelongs(trx: Trx, { id, organisation_id }: Target, owner_user_id?: number | null) {
  if (owner_user_id !== undefined) return
  const left = await trx
    .selectFrom('tracker as t')
    .leftJoin('membership as m', (on) =>
      on.onRef('m.organisation_id', '=', 't.organisation_id').onRef('m.user_id', '=', 't.owner_user_id'),
    )
    .leftJoin('user_account as u', 'u.id', 'm.user_id')
    .select('t.id')
    .where('t.organisation_id', '=', organisation_id)
    .where('t.id', '=', id)
    .where('t.type', '=', 'phone')
    .where('t.owner_user_id', 'is not', null)
    .where(sql<boolean>`(m.id is null or not u.active or u.deleted_at is not null)`)
    .executeTakeFirst()
  if (!left) return
  throw new AppError('not_possible', 'This is the phone of a person who is no longer an active member.', 'active')
}

function checkNetworks(networks: string[] = []): void {
  for (const network of networks) {
    const fault = networkFault(network)
    if (fault) throw wrong('source_networks', `${network} ${fault}.`)
  }
}

/**
 * Keeps `number_clash` while the number is unchanged: a legacy number that clashes with another spelling may stay, but
 * no number may change into a taken one.
 */
const clash = (number: string | undefined) =>
  number !== undefined && { number_clash: sql<number>`case when number = ${number} then number_clash else 0 end` }

function hasNumber(number: string) {
  return sql<SqlBool>`tracker.canonical_number = ${canonicalNumber(number)}`
}

function checkNumber(number: string): string {
  if (number.length === 0) throw new AppError('number_too_short', undefined, 'number')
  return number
}

/** By which movement is found, with the tracker's name or its number. */
const readRules = (trx: Trx, { organisation_id, id }: { organisation_id: number; id: number }) =>
  trx
    .selectFrom('tracker')
    .select([
      sql<string>`coalesce(nullif(name, ''), number)`.as('name'),
      sql<string>`concat_ws(' ', type, ${profileOfTracker('tracker')}, speed_limit, ${limitOfGroups('tracker')})`.as(
        'rules',
      ),
    ])
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
