import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import type { TrackerEvent } from '#db/tables/tracking/tracker_event.ts'
import type { ListQuery } from '../../crud/list_query.ts'
import { limitReads, listAll } from '../../crud/lists.ts'
import type { Resource } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { wrong } from '../../http/errors.ts'
import { readsTracker } from '../access/scopes.ts'

const PAGE = 1000

/**
 * Yields the events of a list by tracker, each in the order of time; `limit` counts over all trackers.
 *
 * @throws {AppError} bad_request for paging parameters
 */
export function byTracker(db: Db, resource: Resource, viewer: Viewer, query: ListQuery): Tracks {
  for (const field of ['after', 'offset'] as const) {
    if (query[field] !== undefined) throw wrong(field, 'tracks have no pages.')
  }
  return read(db, resource, viewer, query)
}

async function* read(db: Db, resource: Resource, viewer: Viewer, query: ListQuery): Tracks {
  let left = query.limit ?? Number.MAX_SAFE_INTEGER
  for await (const tracker of trackersOf(db, viewer, query)) {
    const tracker_query = { ...query, tracker_id: tracker.id, sort: 'fix_at', limit: left }
    for await (const event of listAll(db, resource, viewer, tracker_query)) {
      yield { tracker, event: event as TrackEvent }
      left--
    }
    if (left === 0) return
  }
}

async function* trackersOf(
  db: Db,
  viewer: Viewer,
  { tracker_id, organisation_id }: ListQuery,
): AsyncGenerator<Tracker> {
  for (let last = 0; ; ) {
    const page = db
      .selectFrom('tracker')
      .select(['id', 'number', 'name'])
      .where(readsTracker(viewer))
      .$if(tracker_id !== undefined, (statement) => statement.where('id', '=', tracker_id as number))
      .$if(organisation_id !== undefined, (statement) =>
        statement.where('organisation_id', '=', organisation_id as number),
      )
      .where(sql.ref('tracker.id'), '>', last)
      .orderBy('id')
      .limit(PAGE)
    const trackers = await limitReads(viewer, () => page.execute())
    yield* trackers
    if (trackers.length < PAGE) return
    last = trackers.at(-1)!.id
  }
}

type Tracker = { id: number; number: string; name: string | null }
type Point = { type: 'Point'; coordinates: [lon: number, lat: number] }
export type TrackEvent = Omit<RowOf<typeof TrackerEvent>, 'position' | 'digest'> & { position: Point | null }
export type Tracks = AsyncGenerator<{ tracker: Tracker; event: TrackEvent }>
