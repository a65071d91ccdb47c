import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
import { ShareLink } from '#db/tables/tracking/share_link.ts'
import { type Scope, scope } from '../crud/access.ts'
import { defineFilter, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import type { Viewer } from '../crud/viewer.ts'
import { AppError, wrong } from '../http/errors.ts'
import { readsTracker } from './access/scopes.ts'
import { makeToken } from './tracker.ts'

const { token_sha256: _, ...columns } = ShareLink.columns
const longest_days = 31
/** Active links of one tracker, at most. */
const most = 20

export const sharelink = defineResource({
  name: 'sharelink',
  plural: 'sharelinks',
  noun: 'link',
  about: 'List share links: each shows one tracker’s current position without sign-in',
  table: 'share_link',
  row: Type.Object(columns),
  filters: {
    organisation_id: equals('organisation_id', Id),
    tracker_id: equals('tracker_id', Id, 'tracker'),
    open: defineFilter(Type.Boolean(), (open) =>
      open ? sql<SqlBool>`share_link.expires_at > now()` : sql<SqlBool>`share_link.expires_at <= now()`,
    ),
  },
  search: [],
  sort: { id: null, expires_at: null, created_at: null },
  default_sort: '-created_at',
  reads: ofSeenTracker,
  writes: ofSeenTracker,
  quota: { organisation: 'share_links' },
  lasting: ['create'],

  create: {
    body: Type.Object(
      { tracker_id: Id, expires_at: { ...Timestamp, description: `At most ${longest_days} days ahead` } },
      { additionalProperties: false },
    ),
    answer: Type.Object({
      ...columns,
      token: Type.String({ description: 'Shown once. The address is /app/share/<token>' }),
    }),
    async run(trx, viewer, { tracker_id, expires_at }) {
      checkExpiry(expires_at)
      const { organisation_id } = await lockTracker(trx, viewer, tracker_id)
      const { token, sha256 } = makeToken()
      const { id } = await rows(trx, 'share_link').insert({
        organisation_id,
        tracker_id,
        expires_at,
        token_sha256: sha256,
        created_by_user_id: viewer.user_id,
      })
      return { id, shown_once: { token } }
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'share_link').remove(target),
})

/** Who sees a tracker may share it: its owner, Administrators and Staff. */
function ofSeenTracker(viewer: Viewer): Scope {
  const reads = readsTracker(viewer)
  return scope(
    reads.extent,
    sql<SqlBool>`exists (select from tracker where tracker.organisation_id = share_link.organisation_id
      and tracker.id = share_link.tracker_id and ${reads})`,
  )
}

function checkExpiry(expires_at: string): void {
  const ahead_ms = Date.parse(expires_at) - Date.now()
  if (ahead_ms <= 0) throw wrong('expires_at', 'must be in the future.')
  if (ahead_ms > longest_days * 24 * 3600_000) throw wrong('expires_at', `at most ${longest_days} days ahead.`)
}

/** Locks the tracker, so that parallel requests cannot exceed the limit of links. */
async function lockTracker(trx: Trx, viewer: Viewer, tracker_id: number) {
  const tracker = await trx
    .selectFrom('tracker')
    .select('organisation_id')
    .where('id', '=', tracker_id)
    .where(readsTracker(viewer))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!tracker) throw new AppError('not_found', 'There is no such tracker.', 'tracker_id')
  const { open } = await trx
    .selectFrom('share_link')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('organisation_id', '=', tracker.organisation_id)
    .where('tracker_id', '=', tracker_id)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow()
  if (Number(open) >= most) {
    throw new AppError('not_possible', `There are ${most} open links to this tracker. Please end one first.`)
  }
  return tracker
}
