import { type Kysely, sql } from 'kysely'
import { attributeAt, calibrate, medianOf, numberOf, stateOf } from '#db/sensors/calibrate.ts'
import { type Part, partsOf, sumOf } from '#db/sensors/reader.ts'
import type { Database } from '#db/tables/index.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'
import { judgedAt } from '../engine/rules/order.ts'
import { judgeSensor } from '../engine/sensor.ts'
import type { AlertLog } from './alerts.ts'
import type { Entry } from './entry.ts'
import type { SensorSettings } from './sensor_state.ts'
import type { TrackerState } from './states.ts'

/**
 * Judges the values of a report that is not late by the ranges of its tracker's sensors, and logs what they raise or end.
 *
 * @returns whether their states are to be written
 */
export function followSensors(tracker: TrackerState, entry: Entry, log: AlertLog, event_id: number): boolean {
  const { attributes } = entry.report
  if (!tracker.sensors || !attributes) return false
  const at = judgedAt(entry)
  let changed = false
  // Cached states share the list and what is in it, so both are replaced.
  const changes: { sensor_id: number; sensor: string; change: 'raise' | 'end' }[] = []
  tracker.sensors = tracker.sensors.map((tracked) => {
    const { settings, state } = tracked
    const parts = partsOf<Part>(settings)
    const raws = parts.map((part) => part && numberOf(attributeAt(attributes, part.path)))
    if (raws.every((raw) => raw === null)) return tracked
    const recent = parts.map((part, i) => {
      const before = tracked.recent[i] ?? []
      const raw = raws[i] ?? null
      return part && raw !== null ? [...before, calibrate(raw, part)].slice(-part.median_of) : before
    })
    const value = sumOf(raws.map((raw, i) => (raw === null ? null : medianOf(recent[i]!))))
    if (value === null) return { ...tracked, recent }
    const verdict = judgeSensor(state, settings, at, value)
    if (verdict.state !== state) changed = true
    if (verdict.alert) changes.push({ sensor_id: settings.id, sensor: textOf(settings, value), change: verdict.alert })
    return { ...tracked, recent, state: verdict.state }
  })
  for (const change of changes) log.add(tracker, tracker.state, { kind: 'sensor', ...change }, entry, event_id)
  return changed
}

/** Such as `Cold store 9.2 °C`. */
function textOf({ name, unit, states }: SensorSettings, value: number): string {
  const shown = stateOf(value, states) ?? [Number(value.toFixed(2)), unit].filter((part) => part !== '').join(' ')
  return `${name} ${shown}`
}

/** Writes what has changed. Call after the trackers' states were written in the same transaction. */
export async function writeSensors(trx: Kysely<Database>, trackers: Sensed[]): Promise<void> {
  const rows = trackers.flatMap(({ organisation_id, tracker_id, sensors }) =>
    (sensors ?? []).map(({ settings, state, alert_id }) => {
      return { organisation_id, tracker_id, sensor_id: settings.id, alert_id, outside_since: state.outside_since }
    }),
  )
  if (rows.length === 0) return
  await sql`/* write_sensors */
    insert into tracker_sensor (organisation_id, tracker_id, sensor_id, outside_since, alert_id)
    select w.organisation_id, w.tracker_id, w.sensor_id, to_timestamp(w.outside_since / 1000), w.alert_id
    from ${unnestRows(rows, columns, 'w')}
    join sensor s on s.organisation_id = w.organisation_id and s.id = w.sensor_id
    on conflict (organisation_id, tracker_id, sensor_id) do update
      set outside_since = excluded.outside_since, alert_id = excluded.alert_id`.execute(trx)
}

const columns = { bigint: [...trackerKey, 'sensor_id', 'alert_id'], float8: ['outside_since'] } as const

type Sensed = Pick<TrackerState, 'organisation_id' | 'tracker_id' | 'sensors'>
