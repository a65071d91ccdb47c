import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { followFuel, type Level } from '#db/sensors/fuel.ts'
import { makeReaders } from '#db/sensors/reader.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { Sensor } from '#db/tables/tracking/sensors/sensor.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { limitFiles } from '../../crud/tiers/limits.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { readSensors } from './latest.ts'
import { readReported } from './reported.ts'

const MOST_DAYS = 31
/** Values nearer to the one before are left out: tanks are not filled in seconds. */
const APART_MS = 20_000
/** A shorter way says nothing of what is used in a hundred kilometres. */
const LEAST_M = 10_000
const READING_MS = 60_000

const Query = Type.Object(
  { tracker_id: Id, sensor_id: Id, from: Timestamp, until: Timestamp },
  { additionalProperties: false },
)
const Step = Type.Object({
  kind: Type.Unsafe<'filled' | 'lost'>(Type.String({ enum: ['filled', 'lost'] })),
  began_at: Timestamp,
  at: Timestamp,
  from: Type.Number({ description: 'The level before' }),
  to: Type.Number({ description: 'The level after' }),
  amount: Type.Number(),
})
const Fuel = Type.Object({
  sensor_id: Id,
  name: Sensor.columns.name,
  unit: Sensor.columns.unit,
  first: Nullable(Type.Number({ description: 'The level in the beginning; null without values' })),
  last: Nullable(Type.Number()),
  filled: Type.Number(),
  lost: Type.Number(),
  used: Nullable(Type.Number()),
  distance_m: Type.Number(),
  used_per_100_km: Nullable(Type.Number({ description: 'Null below ten kilometres' })),
  steps: Type.Array(Step),
})

/** What became of the fuel in a tank: fillings, losses, and what was used. */
export const readFuel = defineAction({
  method: 'GET',
  path: 'sensor/fuel',
  tags: ['sensors'],
  summary: 'Read what was filled into a tank, lost from it and used, in a period',
  description:
    `Of a sensor with \`fuel_step\`, in at most ${MOST_DAYS} days. A filling or a loss is a step of the level by that ` +
    'much, beyond what trips use; the other changes are what was used. Amounts are in the unit of the sensor.',
  query: Query,
  answer: Fuel,
  run: ({ context, viewer, query }) => readSteps(context, viewer, query),
})

async function readSteps({ reads: db }: ApiContext, viewer: Viewer, query: Static<typeof Query>) {
  const { tracker_id, sensor_id } = query
  const [from, until] = [Date.parse(query.from), Date.parse(query.until)]
  if (until <= from) throw wrong('until', 'must be later than from.')
  if (until - from > MOST_DAYS * 86_400_000) throw wrong('from', `lies more than ${MOST_DAYS} days before until.`)
  const { organisation_id, sensors } = await readSensors(db, viewer, tracker_id)
  const sensor = sensors.find(({ id }) => id === sensor_id)
  if (!sensor) throw new AppError('not_found', 'There is no such sensor of this tracker.', 'sensor_id')
  if (sensor.fuel_step === null) throw wrong('sensor_id', 'is not of a tank: it has no fuel_step.')
  const span = { organisation_id, tracker_id, from, until }
  // Not smoothed: steps are found by medians of their own.
  const plain = <One extends { median_of: number } | null>(one: One) => one && { ...one, median_of: 1 }
  const { paths, read } = makeReaders([{ ...plain(sensor), parts: sensor.parts?.map(plain) ?? null }])
  const levels: Level[] = []
  await limitFiles(
    String(viewer.user_id),
    async (signal) => {
      for await (const { at, values } of readReported(db, { ...span, paths }, signal)) {
        const isApart = levels.length === 0 || at - levels.at(-1)![0] >= APART_MS
        const [level] = read(values)
        if (typeof level === 'number' && isApart) levels.push([at, level])
      }
    },
    READING_MS,
  )
  const trips = await readTrips(db, span)
  const { steps, ...fuel } = followFuel(levels, trips, sensor.fuel_step)
  const distance_m = trips.reduce((sum, trip) => sum + trip.distance_m, 0)
  const used_per_100_km = fuel.used === null || distance_m < LEAST_M ? null : (fuel.used / distance_m) * 100_000
  const timeOf = (at: number) => new Date(at).toISOString()
  const { name, unit } = sensor
  const listed = steps.map((step) => ({ ...step, began_at: timeOf(step.began_at), at: timeOf(step.at) }))
  return { sensor_id, name, unit, ...fuel, distance_m, used_per_100_km, steps: listed }
}

/** The trips in a period, each with its share of the way. */
async function readTrips(db: Db, { organisation_id, tracker_id, from, until }: Span) {
  const { rows } = await sql<{ began: number; ended: number; distance_m: number }>`
    select (extract(epoch from s.began_at) * 1000)::float8 as began,
      (extract(epoch from coalesce(s.ended_at, s.through_at)) * 1000)::float8 as ended, s.distance_m::float8 as distance_m
    from segment s
    where s.organisation_id = ${organisation_id} and s.tracker_id = ${tracker_id} and s.kind = 'trip'
      and s.began_at < to_timestamp(${until} / 1000.0)
      and coalesce(s.ended_at, s.through_at) > to_timestamp(${from} / 1000.0)
    order by s.began_at`.execute(db)
  return rows.map(({ began, ended, distance_m }) => {
    const trip = { from: Math.max(began, from), to: Math.min(ended, until) }
    return { ...trip, distance_m: distance_m * ((trip.to - trip.from) / Math.max(ended - began, 1)) }
  })
}

type Span = { organisation_id: number; tracker_id: number; from: number; until: number }
