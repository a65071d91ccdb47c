import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { sensorsOf } from '#db/sensors/of_tracker.ts'
import { makeReaders } from '#db/sensors/reader.ts'
import { wrong } from '../../../http/errors.ts'
import type { TrackerSensor } from '../../sensors/latest.ts'
import { readReported } from '../../sensors/reported.ts'
import { trackersOf } from '../days.ts'
import type { ReportRequest } from '../request.ts'
import { type LogPeriod, type Range, RangeLog, type RangeResult } from './follow.ts'
import { beginsOf } from './intervals.ts'

/** Trackers of a log, at most: the reports of each are read. */
const MOST_TRACKERS = 50
const MOST_INTERVALS = 100_000
/** Intervals for which a value holds, at most. */
const HOLDS = 2
export const USUAL_MIN = 15

/**
 * Reads what sensors measured in a period, each against its range: those of temperatures, or those that are asked.
 *
 * @throws {AppError} not_found for a sensor that the organisation does not have; bad_request for too much at once
 */
export async function readLogs(db: Db, asked: ReportRequest, signal: AbortSignal): Promise<SensorLog[]> {
  const trackers = Map.groupBy(await listSensors(db, asked), ({ tracker_id }) => tracker_id)
  if (trackers.size > MOST_TRACKERS) {
    throw wrong('tracker_id', `these are ${trackers.size} trackers; a log has ${MOST_TRACKERS} at most: choose some.`)
  }
  const period = periodOf(asked)
  const count = [...trackers.values()].flat().length * period.begins.length
  if (count > MOST_INTERVALS) {
    throw wrong(
      'interval_min',
      `the log would have ${count} intervals; ${MOST_INTERVALS} are the most. Ask for longer ones.`,
    )
  }
  const logs: SensorLog[] = []
  for (const sensors of trackers.values()) logs.push(...(await readTracker(db, asked, { sensors, period }, signal)))
  return logs.filter((log) => isShown(log, asked))
}

/** The sensors of each tracker that the viewer reads, in the order of the report. */
async function listSensors(db: Db, asked: ReportRequest): Promise<LoggedSensor[]> {
  const named = asked.sensor_id?.length ? await readNames(db, asked) : null
  const which = named ? sql`lower(s.name) = any(${named}::text[])` : sql`s.unit ~* ${TEMPERATURE}`
  const { rows } = await sql<LoggedSensor>`
    select n.id::float8 as tracker_id, n.name as tracker_name, n.active, to_json(s) as sensor
    from ${trackersOf(asked)} n
    join tracker t on t.organisation_id = n.organisation_id and t.id = n.id
    cross join lateral ${sensorsOf('t')} s where ${which}
    order by n.name_key, n.id, s.sort_order, lower(s.name), s.id`.execute(db)
  return rows
}

/** A sensor is asked by its name: a tracker may have one of its own instead. */
async function readNames(db: Db, { organisation_id, sensor_id }: ReportRequest): Promise<string[]> {
  const ids = [...new Set(sensor_id)]
  const { rows } = await sql<{ name: string }>`select lower(name) as name from sensor
    where organisation_id = ${organisation_id} and id = any(${ids}::bigint[])`.execute(db)
  if (rows.length < ids.length) throw wrong('sensor_id', 'is not a sensor of this organisation any more.')
  return rows.map(({ name }) => name)
}

export function periodOf(asked: ReportRequest): LogPeriod {
  const interval_min = asked.interval_min ?? USUAL_MIN
  const from = Date.parse(asked.begins_at)
  const until = Math.max(from, Math.min(Date.parse(asked.ends_at), Date.now()))
  return { from, until, begins: beginsOf(asked, interval_min), hold_ms: HOLDS * interval_min * 60_000 }
}

async function readTracker(db: Db, asked: ReportRequest, { sensors, period }: OfTracker, signal: AbortSignal) {
  const { from, until, hold_ms } = period
  const logs = sensors.map((one) => {
    const range = rangeOf(one.sensor, asked)
    return { ...one, range, log: new RangeLog(period, range) }
  })
  const { paths, read } = makeReaders(sensors.map(({ sensor }) => sensor))
  const request = {
    organisation_id: asked.organisation_id,
    tracker_id: sensors[0]!.tracker_id,
    // Beyond both ends, since a value holds for a while.
    from: from - hold_ms,
    until: until + hold_ms,
    paths,
  }
  for await (const { at, values } of readReported(db, request, signal)) {
    for (const [i, value] of read(values).entries()) if (value !== null) logs[i]!.log.add(at, value)
  }
  return logs.map(({ log, ...one }) => ({ ...one, ...log.finish() }))
}

/** What is asked replaces the range of the sensor. */
const rangeOf = ({ low, high }: Range, asked: ReportRequest): Range =>
  asked.low === undefined && asked.high === undefined
    ? { low, high }
    : { low: asked.low ?? null, high: asked.high ?? null }

/** A sensor of the whole organisation says nothing of trackers that do not have it; what is switched off was in use. */
function isShown({ readings, active, sensor, tracker_id }: SensorLog, asked: ReportRequest): boolean {
  if (readings > 0 || asked.tracker_id?.includes(tracker_id)) return true
  return active && (sensor.tracker_id !== null || sensor.group_id !== null)
}

/** Units of temperatures: °C, C, ℃, deg F, Kelvin. */
const TEMPERATURE = '^\\s*(°|º|deg\\.?)?\\s*([cfk]|celsius|fahrenheit|kelvin)\\s*$|[℃℉]'

type LoggedSensor = { tracker_id: number; tracker_name: string; active: boolean; sensor: TrackerSensor }
type OfTracker = { sensors: LoggedSensor[]; period: LogPeriod }
export type SensorLog = LoggedSensor & RangeResult & { range: Range }
