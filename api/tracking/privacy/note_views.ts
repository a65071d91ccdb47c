import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { ApiContext } from '../../context.ts'
import type { ListQuery } from '../../crud/list_query.ts'
import { limitReads } from '../../crud/lists.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { readsTracker } from '../access/scopes.ts'
import { Noted } from './noted.ts'

const noted = new Noted()

/**
 * Notes that a viewer has read where trackers were, for the people whose trackers they are: once for a viewer, a tracker
 * and an hour. Trackers without an owner or driver who is a user have no notes. A person's reads of their
 * own trackers are not noted.
 */
export async function noteViews({ db }: Pick<ApiContext, 'db'>, viewer: Viewer, ids: Iterable<number>): Promise<void> {
  const tracker_ids = noted.fresh(keyOf(viewer), ids, Date.now())
  if (tracker_ids.length > 0) await write(db, viewer, sql`t.id = any(${bigints(tracker_ids)}::bigint[])`)
}

/** The same for a page of rows, where the list is of one tracker, also without rows; a page of all opens none. */
export async function noteRows(
  context: ApiContext,
  viewer: Viewer,
  rows: Record<string, unknown>[],
  query: ListQuery | undefined,
): Promise<void> {
  if (query && query.tracker_id === undefined) return
  const ids = query ? [Number(query.tracker_id)] : new Set(rows.map(({ tracker_id }) => Number(tracker_id)))
  await noteViews(context, viewer, ids)
}

/** The same for a file, which may have all trackers that the viewer reads. */
export async function noteFile({ db }: ApiContext, viewer: Viewer, query: ListQuery): Promise<void> {
  const { organisation_id, tracker_id } = query as { organisation_id?: number; tracker_id?: number }
  const asked = [
    sql<SqlBool>`true`,
    organisation_id !== undefined && sql<SqlBool>`t.organisation_id = ${organisation_id}`,
    tracker_id !== undefined && sql<SqlBool>`t.id = ${tracker_id}`,
  ].filter((one) => one !== false)
  await write(db, viewer, sql`${sql.join(asked, sql` and `)}`)
}

/** Within the limit of lists: a busy database does not get a statement more for each list and file. */
const write = (db: ApiContext['db'], viewer: Viewer, are: RawBuilder<unknown>) =>
  limitReads(viewer, () => writeNow(db, viewer, are))

async function writeNow(db: ApiContext['db'], viewer: Viewer, are: RawBuilder<unknown>): Promise<void> {
  const by_key = Boolean(viewer.api_key)
  const user_id = viewer.impersonator_user_id ?? viewer.user_id
  await sql`insert into tracker_view (organisation_id, tracker_id, user_id, by_key, viewed_at)
    select t.organisation_id, t.id, ${user_id}, ${by_key},
      date_trunc(${by_key ? 'day' : 'hour'}::text, now(), 'UTC')
    from tracker t where ${are} and ${readsTracker(viewer, 't')} and (t.owner_user_id <> ${user_id} or exists (
      select from driver_shift s join driver d on d.organisation_id = s.organisation_id and d.id = s.driver_id
      where s.organisation_id = t.organisation_id and s.tracker_id = t.id and s.began_at <= now()
        and coalesce(s.ended_at, now()) > now() - interval '1 day' and d.user_id <> ${user_id}))
    order by t.id
    on conflict (organisation_id, tracker_id, viewed_at, user_id, by_key) do nothing`.execute(db)
}

const keyOf = ({ user_id, impersonator_user_id, api_key }: Viewer) =>
  `${impersonator_user_id ?? user_id} ${api_key ? 'key' : ''}`
