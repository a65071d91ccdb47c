import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { Db } from '#db/database.ts'
import { admit } from '../../crud/roles/limit.ts'
import { loadViewer, type Viewer } from '../../crud/viewer.ts'
import { isInGroup } from '../access/groups.ts'
import { readsTracker } from '../access/scopes.ts'

/** Trackers that a link shows, at most. */
const most = 200

/**
 * The link of a token, with those of its trackers that are active and that its maker sees now: rights are asked for at
 * each call, so what has been taken from its maker is gone from the link. Null without any.
 */
export async function findLink(db: Db, token_sha256: string): Promise<SharedLink | null> {
  const link = await readLink(db, token_sha256)
  if (!link) return null
  const { organisation_id, created_by_user_id } = link
  const person = await loadViewer(db, { user_id: created_by_user_id })
  if (!person) return null
  const creator = admit(person, 'sharing', 'write')
  // On hold: the caller says so.
  if (creator.held.some((held) => held.organisation_id === organisation_id)) return { link, creator, trackers: [] }
  const trackers = await db
    .selectFrom('tracker')
    .select(['id', 'name'])
    .where('organisation_id', '=', organisation_id)
    .where('active', '=', true)
    .where(isOf(link))
    .where(readsTracker(creator))
    .orderBy(sql`natural_key(tracker.name) collate "C"`)
    .orderBy('id')
    .limit(most)
    .execute()
  return trackers.length > 0 ? { link, creator, trackers } : null
}

function isOf({ tracker_id, tracker_ids, group_id }: Link): RawBuilder<SqlBool> {
  if (group_id !== null) return isInGroup('tracker', group_id)
  return tracker_id === null
    ? sql<SqlBool>`tracker.id = any(${bigints(tracker_ids)}::bigint[])`
    : sql<SqlBool>`tracker.id = ${tracker_id}`
}

const readLink = (db: Db, token_sha256: string) =>
  db
    .selectFrom('share_link as l')
    .innerJoin('organisation as o', 'o.id', 'l.organisation_id')
    .select(['l.id', 'l.organisation_id', 'l.tracker_id', 'l.group_id', 'l.name', 'l.begins_at', 'l.expires_at'])
    .select(['l.created_by_user_id', 'l.created_at', 'l.shows_names', 'l.shows_speed', 'l.trail_min', 'l.location_id'])
    .select(['l.password_tag', 'l.arrived_at', 'l.trip_began_at', 'l.trip_runs', 'l.shows_driver'])
    .select('o.name as shared_by')
    .select(sql<number[]>`to_jsonb(l.tracker_ids)`.as('tracker_ids'))
    .select(sql<boolean>`l.expires_at <= now()`.as('expired'))
    .where('l.token_sha256', '=', token_sha256)
    .executeTakeFirst()

export type Link = NonNullable<Awaited<ReturnType<typeof readLink>>>
type SharedTracker = { id: number; name: string | null }
export type SharedLink = { link: Link; creator: Viewer; trackers: SharedTracker[] }
