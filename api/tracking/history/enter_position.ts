import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import type { StoredEvent } from '#db/history/read.ts'
import { markMovement } from '#db/movement/mark.ts'
import { privateOf } from '#db/privacy/private_hours.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
import { FIRST_BY_HAND } from '#db/tables/tracking/tracker_event.ts'
import { bodyOf, type Created } from '../../crud/resource.ts'
import { afterCommit, contextOf } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { readsTracker } from '../access/scopes.ts'
import { onGlobe, StrictPoint } from '../point.ts'
import { checkAdministered, textOf } from './administered.ts'
import { lastCandidates, lockState, setLastEvent } from './last_event.ts'

export const EnteredBody = bodyOf(
  { tracker_id: Id, fix_at: Timestamp, position: StrictPoint },
  {
    event: Type.String({ minLength: 1, maxLength: 64 }),
    alarm: Type.String({ minLength: 1, maxLength: 64 }),
    altitude: Type.Number({ minimum: -12_000, maximum: 100_000 }),
    heading: Type.Number({ minimum: 0, exclusiveMaximum: 360 }),
    speed: Type.Number({ minimum: 0, maximum: 3000 }),
    accuracy: Type.Number({ minimum: 0, maximum: 1_000_000 }),
  },
)

/**
 * Looks up the tracker of a position that is entered by hand.
 *
 * @throws {AppError} for a time that is in the future or locked, and for all but administrators
 */
export async function prepareEntry(db: Db, viewer: Viewer, body: Static<typeof EnteredBody>): Promise<Prepared> {
  const tracker = await db
    .selectFrom('tracker')
    .select(['id as tracker_id', 'organisation_id', 'owner_user_id'])
    .where('id', '=', body.tracker_id)
    .where(readsTracker(viewer))
    .executeTakeFirst()
  if (!tracker) throw new AppError('not_found', 'There is no such tracker.', 'tracker_id')
  const { tracker_id, organisation_id, owner_user_id } = tracker
  const at = Date.parse(body.fix_at)
  if (at > Date.now()) throw wrong('fix_at', 'is in the future.')
  if (!(at >= FIRST_FIX)) throw wrong('fix_at', 'is before the year 2000.')
  await checkAdministered(db, viewer, { organisation_id, fix_at: body.fix_at })
  if ((await privateOf(db, tracker, [at])).size > 0) {
    throw wrong('fix_at', 'is outside of the working hours of the tracker, or private: no place of then is stored.')
  }
  return { tracker_id, organisation_id, owner_user_id, candidates: await lastCandidates(db, tracker) }
}

/**
 * Stores a position that was entered by hand, with the verdict of the boundaries that apply. The engine's state and
 * alerts stay as they are; it is the tracker's last position if none is later.
 */
export async function enterPosition(
  trx: Trx,
  _viewer: Viewer,
  body: Static<typeof EnteredBody>,
  { tracker_id, organisation_id, owner_user_id, candidates }: Prepared,
): Promise<Created> {
  const { fix_at, event = 'position', alarm, altitude = null, heading = null, speed = null, accuracy = null } = body
  const { lon, lat } = onGlobe(body.position)
  const tracker = { organisation_id, tracker_id }
  await lockState(trx, tracker)
  const place = { ...tracker, owner_user_id, lon, lat, accuracy, fix_at: Date.parse(fix_at) }
  const [verdict] = await contextOf(trx).judgePositions(trx, [place])
  const { id, outside_boundary, boundary_id } = verdict!
  const { rows } = await sql<{ is_last: boolean }>`
    select not exists (select from tracker_event e where e.organisation_id = ${organisation_id}
      and e.tracker_id = ${tracker_id} and e.fix_at > ${fix_at} and e.position is not null) as is_last`.execute(trx)
  const { is_last } = rows[0]!
  await trx
    .insertInto('tracker_event')
    .values({
      id,
      ...tracker,
      fix_at,
      received: sql`now()`,
      event: textOf('event', event),
      alarm: alarm === undefined ? null : textOf('alarm', alarm),
      valid: true,
      position: sql<string>`st_setsrid(st_makepoint(${lon}::float8, ${lat}::float8), 4326)`,
      altitude,
      heading,
      speed,
      accuracy,
      outside_boundary,
      boundary_id,
      repeated: false,
      late: !is_last,
      attributes: null,
      digest: FIRST_BY_HAND + randomInt(2 ** 47),
    })
    .execute()
  if (is_last) {
    await setLastEvent(trx, tracker, candidates)
    afterCommit(trx, ({ publishLastEvent }) => publishLastEvent(tracker))
  }
  await markMovement(trx, { ...tracker, fix_at })
  return { id }
}

export const FIRST_FIX = Date.UTC(2000, 0, 1)

type Prepared = {
  tracker_id: number
  organisation_id: number
  owner_user_id: number | null
  /** Of closed days (`lastCandidates`). */
  candidates: StoredEvent[]
}
