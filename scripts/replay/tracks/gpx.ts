import type { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { toPoint } from './point.ts'
import { parseTime } from './times.ts'
import { type Point, Problems, type Reading, UnreadableTrack } from './track.ts'

/** Reads the tracks of GPX 1.0 or 1.1, with the segments of each joined. Waypoints and routes are ignored. */
export async function readGpx(stream: Readable, name: string): Promise<Reading> {
  const text = await textOf(stream)
  const problems = new Problems()
  const valid = XMLValidator.validate(text)
  if (valid !== true) problems.add(valid.err.line, valid.err.msg)
  // A recorder that lost power leaves a truncated file; everything up to the last tag is usable.
  const gpx = parse(text.slice(0, text.lastIndexOf('>') + 1))
  if (!gpx) throw new UnreadableTrack('is not GPX')

  const lineAt = lineCounter(text)
  const tracks = (gpx.trk ?? []).filter(isElement).map((track, i) => ({
    name: wordOf(track.name) || (gpx.trk!.length > 1 ? `${name} ${i + 1}` : name),
    points: segmentsOf(track).flatMap((element) => {
      const point = toPoint(textsOf(element))
      if (typeof point !== 'string') return [point]
      problems.add(lineAt(element[META]?.startIndex ?? 0), point)
      return [] as Point[]
    }),
  }))
  const made_at = parseTime(wordOf(gpx.metadata?.time ?? gpx.time))
  return { tracks: tracks.filter(({ points }) => points.length > 0), problems, made_at: made_at || null }
}

const META = XMLParser.getMetaDataSymbol() as symbol & { readonly description: 'meta' }
const lists = new Set(['trk', 'trkseg', 'trkpt'])
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  captureMetaData: true,
  isArray: (tag) => lists.has(tag as string),
})

function parse(text: string): Gpx | undefined {
  try {
    return parser.parse(text).gpx
  } catch (error) {
    throw new UnreadableTrack(`is not GPX: ${(error as Error).message}`)
  }
}

const isElement = <T>(value: T | string): value is T => typeof value === 'object'

const segmentsOf = (track: TrackElement) =>
  (track.trkseg ?? []).filter(isElement).flatMap((segment) => (segment.trkpt ?? []).filter(isElement))

/** GPX 1.0 has speed and course elements; 1.1 has them in extensions, at varying depth. */
function textsOf(point: PointElement) {
  const { extensions } = point
  const more = { ...extensions, ...extensions?.TrackPointExtension, ...point }
  return {
    lat: wordOf(point.lat),
    lon: wordOf(point.lon),
    time: wordOf(point.time),
    altitude: wordOf(point.ele),
    speed: wordOf(more.speed),
    heading: wordOf(more.course ?? more.bearing),
  }
}

/** A repeated element, or one with attributes, is not text. */
const wordOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Line numbers of increasing offsets; each line is counted once. */
function lineCounter(text: string): (index: number) => number {
  let line = 1
  let at = 0
  return (index) => {
    for (let next = text.indexOf('\n', at); next >= 0 && next < index; next = text.indexOf('\n', at)) {
      line++
      at = next + 1
    }
    return line
  }
}

type Gpx = { trk?: (TrackElement | string)[]; time?: unknown; metadata?: { time?: unknown } }
type TrackElement = { name?: unknown; trkseg?: ({ trkpt?: (PointElement | string)[] } | string)[] }
type PointElement = Record<string, unknown> & {
  extensions?: Record<string, unknown> & { TrackPointExtension?: Record<string, unknown> }
  [META]?: { startIndex?: number }
}
