import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { ShareLink } from '#db/tables/tracking/share_link.ts'
import { ofMember, type Scope, scope } from '../../crud/access.ts'
import { checkName } from '../../crud/checks.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { makeToken } from '../../crud/session/random_token.ts'
import { contextOf } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { trackerName } from '../access/names.ts'
import { readsTracker } from '../access/scopes.ts'
import { checkSeen } from '../access/seen.ts'
import { location } from '../location.ts'
import { trackergroup } from '../trackergroup.ts'
import { checkOrigins } from './origins.ts'
import { passwordTag } from './password.ts'
import { findTrip } from './shared_trip.ts'

const { token_sha256: _, password_tag: _tag, trip_through_at: _t, trip_after_at: _a, ...shown } = ShareLink.columns
const { trip_before_at: _b, ...columns } = shown
const { tracker_ids, group_id, name, begins_at, shows_names, shows_speed, trail_min, location_id, origins } = columns
const { ends_on_arrival, shows_driver } = columns
const longest_days = 31
/** Active links of one tracker, at most; and of a person to several trackers or groups. */
const most = 20

export const sharelink = defineResource({
  name: 'sharelink',
  plural: 'sharelinks',
  noun: 'link',
  about: 'List share links: each shows a tracker, several, those of a group, or one trip, without sign-in',
  table: 'share_link',
  row: Type.Object({
    ...columns,
    /** The name of its one tracker, or its number. */
    tracker_name: Nullable(Type.String()),
    group_name: Nullable(Type.String()),
    has_password: Type.Boolean(),
  }),
  computed: {
    has_password: sql`share_link.password_tag is not null`,
    // As numbers: arrays of bigint are texts.
    tracker_ids: sql<number[]>`to_jsonb(share_link.tracker_ids)`,
    tracker_name: trackerName('share_link'),
    group_name: sql`(select g.name from tracker_group g
      where g.organisation_id = share_link.organisation_id and g.id = share_link.group_id)`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    tracker_id: equals('tracker_id', Id, 'tracker'),
    open: defineFilter(Type.Boolean(), (open) =>
      open ? sql<SqlBool>`share_link.expires_at > now()` : sql<SqlBool>`share_link.expires_at <= now()`,
    ),
  },
  search: ['name'],
  sort: { id: null, name: null, expires_at: null, created_at: null },
  default_sort: '-created_at',
  reads: ofSeen,
  writes: ofSeen,
  quota: { organisation: 'share_links' },
  lasting: ['create'],

  create: {
    body: bodyOf(
      { expires_at: { ...Timestamp, description: `At most ${longest_days} days ahead` } },
      {
        tracker_id: Id,
        tracker_ids: { ...tracker_ids, description: 'Several; give these, tracker_id, group_id or trip_id' },
        trip_id: { ...Id, description: 'One trip, of `segments`; while it continues the link ends with it' },
        group_id: { ...group_id, description: 'Those of a group, with all below it' },
        name,
        begins_at,
        shows_names,
        shows_speed,
        shows_driver: { ...shows_driver, description: 'Of a trip: the name of its driver' },
        trail_min,
        location_id: { ...location_id, description: 'The place that arrivals are estimated for' },
        ends_on_arrival: { ...ends_on_arrival, description: 'Of one tracker, with a place' },
        password: Type.String({ minLength: 6, maxLength: 200, description: 'That people have to give who open it' }),
        origins: { ...origins, description: 'Websites that may show it in a page, such as https://example.com' },
      },
    ),
    answer: Type.Object({
      ...columns,
      token: Type.String({ description: 'Shown once. The address is /app/share/<token>' }),
    }),
    async run(trx, viewer, { name, password, trip_id, origins = [], ...body }) {
      checkTimes(body)
      const trip = trip_id ? await findTrip(trx, viewer, { trip_id, ...body }) : undefined
      if (!trip && body.shows_driver) throw wrong('shows_driver', 'is for a link to a trip.')
      checkArrival(body)
      const organisation_id = await lockSubject(trx, viewer, trip ?? body)
      if (body.location_id) {
        await checkSeen(trx, viewer, location, { organisation_id, id: body.location_id, field: 'location_id' })
      }
      const { token, sha256 } = makeToken()
      const { id } = await rows(trx, 'share_link').insert({
        ...body,
        ...trip,
        organisation_id,
        name: name ? checkName(name) : null,
        origins: checkOrigins(origins),
        token_sha256: sha256,
        password_tag: password ? passwordTag(contextOf(trx).config.jwt_secret, sha256, password) : null,
        created_by_user_id: viewer.user_id,
      })
      return { id, shown_once: { token } }
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'share_link').remove(target),
})

/**
 * Who sees a tracker may share it: its owner, Administrators and Staff. A link names its trackers, so it is seen by who
 * sees all of them or its group, and by its maker, who may end it when some have been taken from their sight.
 */
function ofSeen(viewer: Viewer): Scope {
  const reads = readsTracker(viewer)
  return scope(
    reads.extent,
    sql<SqlBool>`(${ofMember(viewer, 'share_link.organisation_id')} and case
      when share_link.tracker_id is not null then exists (select from tracker
        where tracker.organisation_id = share_link.organisation_id and tracker.id = share_link.tracker_id and ${reads})
      when share_link.created_by_user_id = ${viewer.user_id} then true
      when share_link.group_id is not null then exists (select from tracker_group
        where tracker_group.organisation_id = share_link.organisation_id and tracker_group.id = share_link.group_id
          and ${trackergroup.reads(viewer)})
      else (select bool_and(coalesce(${reads}, false)) from tracker
        where tracker.organisation_id = share_link.organisation_id and tracker.id = any(share_link.tracker_ids)) end)`,
  )
}

function checkTimes({ begins_at, expires_at }: { begins_at?: string | null | undefined; expires_at: string }): void {
  const ahead_ms = Date.parse(expires_at) - Date.now()
  if (ahead_ms <= 0) throw wrong('expires_at', 'must be in the future.')
  if (ahead_ms > longest_days * 24 * 3600_000) throw wrong('expires_at', `at most ${longest_days} days ahead.`)
  if (begins_at && Date.parse(begins_at) >= Date.parse(expires_at)) throw wrong('begins_at', 'must be before the end.')
}

function checkArrival({ ends_on_arrival, tracker_id, location_id }: Arriving): void {
  if (!ends_on_arrival) return
  if (!location_id) throw wrong('location_id', 'is missing: the place at which the link ends.')
  if (!tracker_id) throw wrong('ends_on_arrival', 'is for links to one tracker.')
}

/** Locks what is shared, so that parallel requests cannot exceed the limit of links. @returns its organisation */
async function lockSubject(trx: Trx, viewer: Viewer, { tracker_id, tracker_ids, group_id }: Subject): Promise<number> {
  const given = [tracker_id, tracker_ids?.length, group_id].filter(Boolean)
  if (given.length !== 1) throw wrong('tracker_ids', 'give one tracker, several, or a group.')
  if (group_id) return lockOwn(trx, viewer, await findGroup(trx, viewer, group_id))
  const ids = tracker_ids?.length ? tracker_ids : [tracker_id!]
  const field = tracker_ids?.length ? 'tracker_ids' : 'tracker_id'
  const found = await trx
    .selectFrom('tracker')
    .select('organisation_id')
    .where('id', 'in', ids)
    .where(readsTracker(viewer))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (found.length < ids.length) throw new AppError('not_found', 'There is no such tracker.', field)
  const { organisation_id } = found[0]!
  if (found.some((each) => each.organisation_id !== organisation_id)) {
    throw wrong(field, 'they are of several organisations.')
  }
  if (field === 'tracker_ids') return lockOwn(trx, viewer, organisation_id)
  await checkOpen(
    trx,
    sql<SqlBool>`organisation_id = ${organisation_id} and tracker_id = ${tracker_id}`,
    'to this tracker',
  )
  return organisation_id
}

async function findGroup(trx: Trx, viewer: Viewer, id: number): Promise<number> {
  const group = await trx
    .selectFrom('tracker_group')
    .select('organisation_id')
    .where('id', '=', id)
    .where(trackergroup.reads(viewer))
    .forKeyShare()
    .executeTakeFirst()
  if (!group) throw new AppError('not_found', 'There is no such group.', 'group_id')
  return group.organisation_id
}

/** Links to several trackers are counted by person, whose account is locked. */
async function lockOwn(trx: Trx, { user_id }: Viewer, organisation_id: number): Promise<number> {
  await trx.selectFrom('user_account').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
  const own = sql<SqlBool>`organisation_id = ${organisation_id} and created_by_user_id = ${user_id} and tracker_id is null`
  await checkOpen(trx, own, 'of yours to several trackers')
  return organisation_id
}

async function checkOpen(trx: Trx, which: ReturnType<typeof sql<SqlBool>>, what: string): Promise<void> {
  const { open } = await trx
    .selectFrom('share_link')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where(which)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow()
  if (Number(open) >= most) {
    throw new AppError('not_possible', `There are ${most} open links ${what}. Please end one first.`)
  }
}

type Arriving = {
  ends_on_arrival?: boolean | undefined
  tracker_id?: number | undefined
  location_id?: number | null | undefined
}
type Subject = {
  tracker_id?: number | undefined
  tracker_ids?: number[] | undefined
  group_id?: number | null | undefined
}
