import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Nullable, Timestamp } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { networkOf } from '../../http/addresses/network_of.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { checkServed } from '../../http/backends.ts'
import { AppError } from '../../http/errors.ts'
import { Point } from '../point.ts'
import { findLink, type Link } from './find_link.ts'
import { readOfTrip } from './of_trip.ts'
import { checkPassword } from './password.ts'
import { readTrip, tripOver } from './shared_trip.ts'
import { readPlace, readShown } from './shown.ts'

/** Everything that a link reveals of a tracker; ids, numbers, attributes and boundaries are not included. */
const ShownTracker = Type.Object({
  /** The same as long as the link lasts, and of this link only. */
  key: Type.String(),
  name: Nullable(Type.String()),
  position: Nullable(Point),
  fix_at: Nullable(Timestamp),
  speed: Nullable(Type.Number()),
  heading: Nullable(Type.Number()),
  accuracy: Nullable(Type.Number()),
  trail: Type.Array(Type.Array(Type.Number()), {
    description: 'Positions of the last minutes, or of the trip, the oldest first',
  }),
  /** The straight line to the place, in metres. */
  distance_m: Nullable(Type.Number()),
  arrives_at: Nullable(Timestamp),
  /** Between which four of five come, where it is learned from trips. */
  earliest_at: Nullable(Timestamp),
  latest_at: Nullable(Timestamp),
  /** Whether it is at the place. */
  there: Type.Boolean(),
})

const Shown = Type.Object({
  name: Nullable(Type.String()),
  begins_at: Nullable(Timestamp),
  expires_at: Timestamp,
  /** The organisation. */
  shared_by: Type.String(),
  /** Whether it shows one tracker, not several or a group. */
  single: Type.Boolean(),
  place: Nullable(Type.Object({ name: Type.String(), position: Point })),
  /** Of a link to one trip. */
  trip: Nullable(
    Type.Object({
      began_at: Timestamp,
      /** Null while it continues. */
      ended_at: Nullable(Timestamp),
      distance_m: Type.Number(),
      driver_name: Nullable(Type.String()),
    }),
  ),
  trackers: Type.Array(ShownTracker),
})

/** The current positions of shared trackers. The token is in the body, so that it appears in no access log. */
export const readSharedPosition = defineAction({
  method: 'POST',
  path: 'share/position',
  public: true,
  tags: ['sharelinks'],
  summary: 'Read the current positions of shared trackers',
  body: Type.Object(
    {
      token: Type.String({ minLength: 1, maxLength: 100 }),
      password: Type.Optional(Type.String({ maxLength: 200, description: 'Where the link asks for one' })),
      opened: Type.Optional(Type.Boolean({ description: 'Whether a person has just opened it: counted as a view' })),
    },
    { additionalProperties: false },
  ),
  answer: Shown,
  status: 200,
  // The page polls every ten seconds, and several people may watch.
  config: { rateLimit: { max: 300, timeWindow: 60_000 } },
  run: ({ context, body, request }) => readShare(context, { ...body, ip: request.ip }),
})

/**
 * What a link shows now.
 *
 * @throws {AppError} token_invalid, token_expired, and those of its password
 */
export async function readShare(context: ApiContext, { token, password, opened, ip }: ShareRequest) {
  const { db } = context
  const token_sha256 = hash('sha256', token)
  const found = await findLink(db, token_sha256)
  if (!found) {
    await takeAttempt(db, 'token_address', networkOf(ip))
    throw new AppError('token_invalid', 'This link does not work, or not any more.', 'token')
  }
  const { link, creator } = found
  const is_trip = link.trip_began_at !== null
  await checkServed(db, link.organisation_id)
  if (link.expired && is_trip && link.arrived_at) throw tripOver()
  if (link.expired) throw new AppError('token_expired', 'This link has expired.', 'token')
  await checkPassword(context, { link, token_sha256, password, ip })
  const trip = is_trip ? await readTrip(db, found) : null
  if (opened) await countView(db, link)
  const { begins_at, expires_at, shared_by } = link
  const single = link.tracker_id !== null
  const about = { begins_at, expires_at, shared_by, single }
  if (begins_at && Date.parse(begins_at) > Date.now()) {
    return { ...about, name: link.name, place: null, trip: null, trackers: [] }
  }
  const name = link.name ?? (single && link.shows_names ? found.trackers[0]!.name : null)
  const place = creator && (await readPlace(db, creator, link))
  if (!trip) return { ...about, name, place, trip, trackers: await readShown(context, found, place) }
  const { through_at: _, ...shown } = trip
  return { ...about, name, place, trip: shown, trackers: [await readOfTrip(context, found, trip, place)] }
}

type ShareRequest = { token: string; password?: string | undefined; opened?: boolean | undefined; ip: string }

async function countView(db: Db, { id, organisation_id }: Link): Promise<void> {
  await sql`update share_link set views = views + 1, viewed_at = now()
    where organisation_id = ${organisation_id} and id = ${id}`.execute(db)
}
