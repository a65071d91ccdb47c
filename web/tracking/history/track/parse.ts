import Papa from 'papaparse'
import { textOf } from '../../../kit/files/textOf.ts'
import { UnreadableFile } from '../../../kit/files/unzip.ts'
import { fixesOfFit, isFit } from './fit.ts'
import { csvFix, fixOf, type Raw } from './fix.ts'
import { Fixes } from './fixes.ts'
import { fixesOfJson } from './json.ts'
import { BrokenJson, fixesOfLargeJson, isJson } from './large_json.ts'
import { fixesOfNmea, isNmea } from './nmea.ts'
import { fixesOfOwnTracks, isOwnTracks } from './owntracks.ts'

/** Of a file that is parsed as a whole. */
const MOST_BYTES = 100 * 2 ** 20
/** Of JSON, which is parsed as it is read: people have years of Google's records in one file. */
const MOST_JSON_BYTES = 4 * 2 ** 30
export const MOST_POINTS = 2_000_000

/**
 * Reads the points with a time of a GPX, KML, KMZ, TCX, FIT, GeoJSON or CSV file, a log of NMEA, a file of OwnTracks
 * Recorder or a Google Timeline, detected by content.
 *
 * @param onShare what share of a large file has been read
 * @returns the points in the order of their times, and how many have no time, no position, or are in a damaged line
 * @throws {BadTrack}
 */
export async function readTrack(file: Blob, { signal, onShare }: Reading = {}): Promise<Track> {
  const track: Track = { fixes: new Fixes(), timeless: 0, placeless: 0, damaged: 0 }
  const add = (raw: Raw | 'damaged') => {
    const fix = raw === 'damaged' ? raw : fixOf(raw)
    if (typeof fix === 'string') track[fix]++
    else track.fixes.add(fix)
    if (track.fixes.length > MOST_POINTS) throw new BadTrack('many')
  }
  if (file.size > MOST_BYTES && file.size <= MOST_JSON_BYTES && (await isJson(file))) {
    await fixesOfLargeJson(file, { add, signal, onShare }).catch((error) => {
      throw error instanceof BrokenJson ? new BadTrack('broken') : error
    })
  } else for (const raw of await rawsIn(file)) add(raw)
  if (track.fixes.length + track.timeless + track.placeless + track.damaged === 0) throw new BadTrack('empty')
  track.fixes.sort()
  return track
}

async function rawsIn(file: Blob): Promise<Iterable<Raw | 'damaged'>> {
  if (file.size <= MOST_BYTES && isFit(new Uint8Array(await file.slice(0, 14).arrayBuffer()))) {
    return fitOf(new Uint8Array(await file.arrayBuffer()))
  }
  const text = await textOf(file, MOST_BYTES).catch((error) => {
    throw error instanceof UnreadableFile ? new BadTrack(error.reason) : error
  })
  return rawsOf(text)
}

function* fitOf(bytes: Uint8Array): Generator<Raw> {
  try {
    yield* fixesOfFit(bytes)
  } catch (error) {
    throw error instanceof RangeError ? new BadTrack('broken') : error
  }
}

function rawsOf(text: string): Iterable<Raw | 'damaged'> {
  if (isNmea(text)) return fixesOfNmea(text)
  if (isOwnTracks(text)) return fixesOfOwnTracks(text)
  if (text.startsWith('<')) return fixesOfXml(text)
  if (text.startsWith('{') || text.startsWith('[')) return fixesOfJson(parseJson(text))
  return fixesOfCsv(text)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadTrack('broken')
  }
}

function fixesOfCsv(text: string): Raw[] {
  const { data, meta } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: 'greedy' })
  const read = csvFix(meta.fields ?? [])
  if (!read) throw new BadTrack('unknown')
  return data.map(read)
}

/** The browser's parser expands few entities, and loads none. */
function* fixesOfXml(text: string): Generator<Raw> {
  const document = new DOMParser().parseFromString(text, 'application/xml')
  if (document.querySelector('parsererror')) throw new BadTrack('broken')
  const root = document.documentElement.localName.toLowerCase()
  if (root === 'gpx') {
    for (const name of ['trkpt', 'wpt']) {
      for (const point of document.getElementsByTagNameNS('*', name)) {
        const [time, altitude] = [textIn(point, 'time'), textIn(point, 'ele')]
        const [lon, lat] = [point.getAttribute('lon'), point.getAttribute('lat')]
        yield { time, lon, lat, altitude, speed: textIn(point, 'speed'), heading: textIn(point, 'course') }
      }
    }
  } else if (root === 'kml') {
    for (const track of document.getElementsByTagNameNS('*', 'Track')) {
      const times = [...track.getElementsByTagNameNS('*', 'when')]
      const places = [...track.getElementsByTagNameNS('*', 'coord')]
      for (const [i, place] of places.entries()) yield kmlFix(times[i]?.textContent, place.textContent, /\s+/)
    }
    for (const placemark of document.getElementsByTagNameNS('*', 'Placemark')) {
      const [point] = placemark.getElementsByTagNameNS('*', 'Point')
      if (point) yield kmlFix(textIn(placemark, 'when'), textIn(point, 'coordinates') ?? '', ',')
    }
  } else if (root === 'trainingcenterdatabase') {
    for (const point of document.getElementsByTagNameNS('*', 'Trackpoint')) yield tcxFix(point)
  } else throw new BadTrack('unknown')
}

/** Garmin's Training Center Database v2; the speed is in an extension, in metres per second. */
const tcxFix = (point: Element): Raw => ({
  time: textIn(point, 'Time'),
  lon: textIn(point, 'LongitudeDegrees'),
  lat: textIn(point, 'LatitudeDegrees'),
  altitude: textIn(point, 'AltitudeMeters'),
  speed: textIn(point, 'Speed'),
})

function kmlFix(time: string | null | undefined, place: string, between: string | RegExp): Raw {
  const [lon, lat, altitude] = place.trim().split(between)
  return { time, lon, lat, altitude }
}

const textIn = (element: Element, name: string) => element.getElementsByTagNameNS('*', name)[0]?.textContent ?? null

/** The reason is the key of a sentence in `track.faults`. */
export class BadTrack extends Error {
  override name = 'BadTrack'
  readonly reason: 'large' | 'zipped' | 'many' | 'empty' | 'broken' | 'unknown'

  constructor(reason: BadTrack['reason']) {
    super(reason)
    this.reason = reason
  }
}

type Reading = { signal?: AbortSignal; onShare?: (share: number) => void }
export type Track = { fixes: Fixes; timeless: number; placeless: number; damaged: number }
