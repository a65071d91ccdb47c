import { stringify } from 'csv-stringify/sync'
import { type Static, Type } from 'typebox'
import { stateOf } from '#db/sensors/calibrate.ts'
import { makeReaders } from '#db/sensors/reader.ts'
import { Series } from '#db/sensors/series.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { Sensor } from '#db/tables/tracking/sensors/sensor.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { auditExport } from '../../crud/audit.ts'
import { limitFiles } from '../../crud/tiers/limits.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { wrong } from '../../http/errors.ts'
import { readSensors } from './latest.ts'
import { readReported } from './reported.ts'

const { name, unit, states } = Sensor.columns
const MOST_SENSORS = 12
const MOST_DAYS = 400
/** Files of a year of one tracker are read in this time. */
const READING_MS = 60_000

const Query = Type.Object(
  {
    tracker_id: Id,
    sensor_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MOST_SENSORS })),
    from: Timestamp,
    until: Timestamp,
    points: Type.Optional(Type.Integer({ minimum: 20, maximum: 5000, description: 'Of each sensor; 600 by default' })),
    format: Type.Optional(Type.Unsafe<'json' | 'csv'>(Type.String({ enum: ['json', 'csv'] }))),
  },
  { additionalProperties: false },
)
const Point = Type.Unsafe<[at: number, value: number | null]>(
  Type.Array(Nullable(Type.Number()), { minItems: 2, maxItems: 2 }),
)
const Values = Type.Array(
  Type.Object({
    sensor_id: Id,
    name,
    unit,
    states,
    count: Type.Integer({ description: 'Values before they are thinned out' }),
    minimum: Nullable(Type.Number()),
    maximum: Nullable(Type.Number()),
    points: Type.Array(Point, {
      description: 'Milliseconds since 1970 and the value; null where values are missing for longer than usual',
    }),
  }),
)

/** The values of sensors over time, from the table and from files. */
export const readSensorValues = defineAction({
  method: 'GET',
  path: 'sensor/values',
  tags: ['sensors'],
  summary: 'Read the values of the sensors of a tracker over time, for a chart, or as CSV',
  description:
    `The sensors of \`sensor_ids\`, or the first ${MOST_SENSORS} that apply to the tracker, in at most ${MOST_DAYS} days. ` +
    'Of each part of the period the least and the greatest value are kept.',
  query: Query,
  answer: Values,
  async run({ context, viewer, query, reply }) {
    const { organisation_id, values } = await readValues(context, viewer, query)
    if (query.format !== 'csv') return values
    const about = { action: 'sensor.export', entity: 'sensor', format: 'csv', organisations: [organisation_id] }
    await auditExport(context.db, viewer, about)
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="sensors.csv"')
    return reply.send(csvOf(values))
  },
})

async function readValues({ reads: db }: ApiContext, viewer: Viewer, query: Static<typeof Query>) {
  const { tracker_id, sensor_ids, points: most = 600 } = query
  const [from, until] = [Date.parse(query.from), Date.parse(query.until)]
  if (until <= from) throw wrong('until', 'must be later than from.')
  if (until - from > MOST_DAYS * 86_400_000) throw wrong('from', `lies more than ${MOST_DAYS} days before until.`)
  const { organisation_id, sensors: all } = await readSensors(db, viewer, tracker_id)
  const sensors = sensor_ids ? all.filter(({ id }) => sensor_ids.includes(id)) : all.slice(0, MOST_SENSORS)
  const series = sensors.map(() => new Series({ from, until, most }))
  const { paths, read } = makeReaders(sensors)
  const request = { organisation_id, tracker_id, from, until, paths }
  await limitFiles(
    String(viewer.user_id),
    async (signal) => {
      for await (const { at, values } of readReported(db, request, signal)) {
        for (const [i, value] of read(values).entries()) if (value !== null) series[i]!.add(at, value)
      }
    },
    READING_MS,
  )
  const values = sensors.map(({ id, name, unit, states }, i) => {
    return { sensor_id: id, name, unit, states, ...series[i]!.finish() }
  })
  return { organisation_id, values }
}

/** A line for each time at which a sensor has a value. */
function csvOf(all: Static<typeof Values>): string {
  const lines = new Map<number, (number | string)[]>()
  for (const [i, { points, states }] of all.entries()) {
    for (const [at, value] of points) {
      if (value === null) continue
      const line = lines.get(at) ?? all.map(() => '')
      line[i] = stateOf(value, states) ?? value
      lines.set(at, line)
    }
  }
  const head = ['time', ...all.map(({ name, unit }) => (unit ? `${name} (${unit})` : name))]
  const rows = [...lines].sort(([a], [b]) => a - b).map(([at, line]) => [new Date(at).toISOString(), ...line])
  return stringify([head, ...rows], { escape_formulas: true })
}
