import type { TrackEvent, Tracks } from './by_tracker.ts'
import { escapeXml } from './xml.ts'

// Speed and course have no element in GPX 1.1; Garmin's extension for them is the one that other programs read.
const head = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Ringfence" xmlns="http://www.topografix.com/GPX/1/1"
  xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
`

/** A track for each tracker. Events without a fix are omitted. */
export async function* toGpx(tracks: Tracks): AsyncGenerator<string> {
  yield head
  let open: number | null = null
  for await (const { tracker, event } of tracks) {
    if (!event.position || !event.valid) continue
    if (tracker.id !== open) {
      if (open !== null) yield '</trkseg></trk>\n'
      const number = escapeXml(tracker.number)
      yield `<trk><name>${escapeXml(tracker.name || tracker.number)}</name><desc>${number}</desc><trkseg>\n`
      open = tracker.id
    }
    yield point(event, event.position.coordinates)
  }
  if (open !== null) yield '</trkseg></trk>\n'
  yield '</gpx>\n'
}

// The schema prescribes the order of the elements.
function point({ fix_at, altitude, speed, heading }: TrackEvent, [lon, lat]: [number, number]): string {
  const ele = altitude === null ? '' : `<ele>${altitude}</ele>`
  const inner =
    (speed === null ? '' : `<gpxtpx:speed>${speed}</gpxtpx:speed>`) +
    (heading === null ? '' : `<gpxtpx:course>${heading}</gpxtpx:course>`)
  const more = inner && `<extensions><gpxtpx:TrackPointExtension>${inner}</gpxtpx:TrackPointExtension></extensions>`
  // Longitudes end before 180 (longitudeType).
  return `<trkpt lat="${lat}" lon="${lon === 180 ? -180 : lon}">${ele}<time>${fix_at}</time>${more}</trkpt>\n`
}
