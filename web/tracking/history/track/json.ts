import type { Raw } from './fix.ts'

type Json = Record<string, unknown>

/** The points of a GeoJSON, or of a Google Timeline: Records.json, and what phones with Android or iOS export. */
export function* fixesOfJson(json: unknown): Generator<Raw> {
  if (Array.isArray(json)) {
    for (const each of json) yield* fixesOfElement('', each)
    return
  }
  const file = asObject(json)
  for (const name of lists) for (const each of list(file[name])) yield* fixesOfElement(name, each)
  if (file.type === 'Feature') yield* ofGeoJson(file)
}

/**
 * The points of one element of such a file, for a file that is too large to be parsed as a whole.
 *
 * @param name of the list that it is in; empty where the file is a list
 */
export function* fixesOfElement(name: string, element: unknown): Generator<Raw> {
  const each = asObject(element)
  if (name === 'locations') yield ofRecord(each)
  else if (name === 'features') yield* ofGeoJson(each)
  else if (name !== 'rawSignals') yield* ofSegment(each)
  else if (each.position) yield ofSignal(asObject(each.position))
}

/** The lists of an object whose elements have points. */
export const lists = ['locations', 'semanticSegments', 'rawSignals', 'features'] as const

function ofRecord({ latitudeE7, longitudeE7, timestamp, timestampMs, ...more }: Json): Raw {
  const degrees = (value: unknown) => (typeof value === 'number' ? value / 1e7 : null)
  const { altitude, heading, accuracy, velocity: speed } = more
  const time = timestamp ?? timestampMs
  return { time, lat: degrees(latitudeE7), lon: degrees(longitudeE7), altitude, heading, accuracy, speed }
}

function* ofSegment({ startTime, timelinePath }: Json): Generator<Raw> {
  for (const each of list(timelinePath)) {
    const { point, time, durationMinutesOffsetFromStartTime: minutes } = asObject(each)
    const later = () => Date.parse(String(startTime)) + Number(minutes) * 60_000
    yield { ...ofText(point), time: time ?? later() }
  }
}

function ofSignal({ LatLng, timestamp: time, ...more }: Json): Raw {
  const { accuracyMeters: accuracy, altitudeMeters: altitude, speedMetersPerSecond: speed } = more
  return { ...ofText(LatLng), time, accuracy, altitude, speed }
}

/** Such as `geo:48.83,2.33` and `48.83°, 2.33°`. */
function ofText(text: unknown): Raw {
  const [lat, lon] = String(text)
    .replace(/^geo:|°/g, '')
    .split(',')
  return { lat, lon }
}

function* ofGeoJson(thing: Json): Generator<Raw> {
  if (thing.type === 'Feature') {
    const { type, coordinates } = asObject(thing.geometry)
    const { coordTimes, times, coordinateProperties, ...properties } = asObject(thing.properties)
    const all = list(coordTimes ?? times ?? asObject(coordinateProperties).times)
    if (type === 'Point') {
      const { time, timestamp, fix_at, altitude, heading, speed, accuracy } = properties
      yield { altitude, heading, speed, accuracy, ...ofPlace(coordinates), time: time ?? timestamp ?? fix_at }
    } else if (type === 'LineString') yield* ofLine(coordinates, all)
    else if (type === 'MultiLineString') {
      for (const [i, line] of list(coordinates).entries()) yield* ofLine(line, list(all[i]))
    }
  }
}

function* ofLine(line: unknown, times: unknown[]): Generator<Raw> {
  for (const [i, place] of list(line).entries()) yield { ...ofPlace(place), time: times[i] }
}

function ofPlace(place: unknown): Raw {
  const [lon, lat, altitude] = list(place)
  return { lon, lat, ...(altitude !== undefined && { altitude }) }
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const asObject = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
