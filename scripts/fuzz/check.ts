import type { Report } from '#gateway/protocols/report.ts'

/** @returns the fault of a report, or null. The ranges are those of the database and the engine. */
export function faultOf(report: Report): string | null {
  const { lat, lon, fix_at, heading, speed, accuracy, altitude, event, alarm, attributes } = report
  if ((lat === null) !== (lon === null)) return `lat ${lat} with lon ${lon}`
  if (lat !== null && !(Math.abs(lat) <= 90 && Math.abs(lon!) <= 180)) return `position ${lat}, ${lon}`
  if (fix_at !== null && !(fix_at >= 0 && fix_at < LATEST)) return `fix_at ${fix_at}`
  if (heading !== null && !(heading >= 0 && heading <= 360)) return `heading ${heading}`
  if (speed !== null && !(speed >= 0 && speed <= 1e5)) return `speed ${speed}`
  if (accuracy !== null && !(accuracy >= 0 && accuracy <= 1e9)) return `accuracy ${accuracy}`
  if (altitude !== null && !(Math.abs(altitude) <= 1e7)) return `altitude ${altitude}`
  if (typeof event !== 'string' || event.length === 0 || event.length > 64) return `event ${JSON.stringify(event)}`
  if (alarm !== null && (alarm.length === 0 || alarm.length > 64)) return `alarm ${JSON.stringify(alarm)}`
  if (typeof report.valid !== 'boolean') return `valid ${report.valid}`
  return attributes === null ? null : attributesFault(attributes)
}

function attributesFault(attributes: Record<string, unknown>): string | null {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) return `attribute ${key} is undefined`
    if (typeof value === 'number' && !Number.isFinite(value)) return `attribute ${key} is ${value}`
  }
  const { length } = JSON.stringify(attributes)
  return length > MOST_CHARACTERS ? `attributes of ${length} characters` : null
}

const LATEST = Date.UTC(2100, 0)
const MOST_CHARACTERS = 64 * 1024
