import type { Readable } from 'node:stream'
import papaparse from 'papaparse'
import { toPoint } from './point.ts'
import { type Point, Problems, type Reading, UnreadableTrack } from './track.ts'

/** Streams positions, one a row; a column with the device makes one track for each. */
export async function readCsv(stream: Readable, name: string): Promise<Reading> {
  const tracks = new Map<string, Point[]>()
  const problems = new Problems()
  let columns: Columns | null = null
  let line = 0

  function readRow(row: string[]): void {
    line++
    if (row.every((value) => !value.trim())) return
    if (!columns) {
      columns = findColumns(row)
      return
    }
    const point = toPoint(textsOf(row, columns))
    if (typeof point === 'string') {
      problems.add(line, point)
      return
    }
    const id = (columns.id !== undefined && row[columns.id]?.trim()) || name
    const points = tracks.get(id)
    if (points) points.push(point)
    else tracks.set(id, [point])
  }

  await eachRow(stream, readRow)
  if (!columns) throw new UnreadableTrack('is empty')
  return { tracks: [...tracks].map(([name, points]) => ({ name, points })), problems, made_at: null }
}

function eachRow(stream: Readable, readRow: (row: string[]) => void): Promise<void> {
  // Keeps multi-byte characters whole across chunks.
  stream.setEncoding('utf8')
  return new Promise((resolve, reject) => {
    stream.once('error', reject)
    papaparse.parse<string[]>(stream as NodeJS.ReadableStream, {
      chunk({ data }, parser) {
        try {
          for (const row of data) readRow(row)
        } catch (error) {
          reject(error)
          parser.abort()
        }
      },
      complete: () => resolve(),
      error: reject,
    })
  })
}

/** Accepted column names, the likelier first. */
const names = {
  lat: ['lat', 'latitude', 'gps_lat', 'gps_latitude', 'location_lat', 'position_lat'],
  lon: [
    'lon',
    'lng',
    'long',
    'longitude',
    'gps_lon',
    'gps_longitude',
    'location_long',
    'location_lng',
    'position_long',
  ],
  time: ['datetime', 'date_time', 'timestamp', 'fix_time', 'fixtime', 'fix_at', 'ts', 'utc', 'time', 'date'],
  speed: ['speed', 'speed_ms', 'speed_m_s', 'speed_mps', 'velocity'],
  speed_kmh: ['speed_kmh', 'speed_km_h', 'speed_kph', 'kmh', 'kph'],
  heading: ['heading', 'course', 'bearing', 'direction', 'azimuth', 'cog'],
  altitude: ['altitude', 'alt', 'ele', 'elevation', 'height', 'altitude_m'],
  id: ['id', 'device', 'device_id', 'deviceid', 'tracker', 'tracker_id', 'imei', 'number', 'vehicle', 'vehicle_id'],
} as const

function findColumns(header: string[]): Columns {
  const headings = header.map((name) =>
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, ''),
  )
  const columns: Columns = {}
  for (const [key, candidates] of Object.entries(names)) {
    const index = candidates.map((name) => headings.indexOf(name)).find((i) => i >= 0)
    if (index !== undefined) columns[key as keyof Columns] = index
  }
  // Date and time of day in two columns.
  if (headings[columns.time ?? -1] === 'time' && headings.includes('date')) columns.date = headings.indexOf('date')
  if (columns.lat === undefined || columns.lon === undefined) {
    throw new UnreadableTrack('has no columns for latitude and longitude: name them lat and lon in the first line')
  }
  return columns
}

function textsOf(row: string[], columns: Columns) {
  const text = (column: keyof Columns) => (columns[column] === undefined ? undefined : row[columns[column]])
  const kmh = text('speed_kmh')
  return {
    lat: text('lat'),
    lon: text('lon'),
    time: columns.date === undefined ? text('time') : `${text('date') ?? ''} ${text('time') ?? ''}`,
    speed: text('speed') ?? (kmh ? String(Number(kmh) / 3.6) : undefined),
    heading: text('heading'),
    altitude: text('altitude'),
  }
}

type Columns = { [K in keyof typeof names | 'date']?: number }
