import { type Static, Type } from 'typebox'
import { Nullable, Timestamp } from '#db/tables/columns.ts'

/** What two installations say to each other about a loan: schemas of both sides, with limits for a hostile one. */

const Name = Type.String({ minLength: 1, maxLength: 200 })
export const Code = Type.String({ minLength: 20, maxLength: 100, pattern: '^[A-Za-z0-9_-]+$' })
/** 256 random bits of the borrower: so an answer that was lost is sent again, and gives nothing else. */
export const Key = Type.String({ minLength: 43, maxLength: 43, pattern: '^[A-Za-z0-9_-]+$' })
export const Keyed = { key: Key }
export const strict = { additionalProperties: false }

/** The lender's clock, by which the time of the loan counts. */
const Now = { ...Timestamp, description: 'The time of this server' }

export const RemoteOffer = Type.Object({
  lender_name: Name,
  tracker_name: Nullable(Name),
  note: Nullable(Name),
  begins_at: Timestamp,
  ends_at: Timestamp,
  within_area: Type.Boolean(),
  now: Type.Optional(Now),
})

export const RemotePosition = Type.Object({
  fix_at: Timestamp,
  lon: Type.Number({ minimum: -180, maximum: 180 }),
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  speed: Nullable(Type.Number({ minimum: 0, maximum: 100_000 })),
  heading: Nullable(Type.Number({ minimum: 0, maximum: 360 })),
})

export const RemoteState = Type.Object({
  state: Type.Unsafe<'accepted' | 'ended'>(Type.String({ enum: ['accepted', 'ended'] })),
  /** Another one as soon as anything here is another. */
  version: Type.String({ minLength: 1, maxLength: 64 }),
  tracker_name: Nullable(Name),
  position: Nullable(RemotePosition),
  /** Who has ended it before its time, and when. */
  ended_by: Type.Optional(Nullable(Type.Unsafe<'lender' | 'borrower'>(Type.String({ enum: ['lender', 'borrower'] })))),
  ended_at: Type.Optional(Nullable(Timestamp)),
  now: Type.Optional(Now),
})

export const MOST_POINTS = 20_000
export const Point = Type.Tuple([
  Type.Number(),
  Type.Number({ minimum: -180, maximum: 180 }),
  Type.Number({ minimum: -90, maximum: 90 }),
])
export const Track = Type.Object({
  from: Timestamp,
  to: Timestamp,
  is_cut: Type.Boolean({ description: `Whether there were more than ${MOST_POINTS} positions` }),
  points: Type.Array(Point, {
    maxItems: MOST_POINTS,
    description: 'Milliseconds since 1970, longitude, latitude; the oldest first',
  }),
})

const Place = Nullable(Type.String({ maxLength: 300 }))
export const Part = Type.Object({
  kind: Type.String({ maxLength: 20 }),
  began_at: Timestamp,
  ended_at: Nullable(Timestamp),
  duration_s: Type.Number(),
  distance_m: Type.Number(),
  begin_place: Place,
  end_place: Place,
})
export const Parts = Type.Array(Part, { maxItems: 500 })

export type RemoteOffer = Static<typeof RemoteOffer>
export type RemoteState = Static<typeof RemoteState>
export type RemotePosition = Static<typeof RemotePosition>

/** The longest time that a request waits for a change. */
export const HOLD_S = 8
