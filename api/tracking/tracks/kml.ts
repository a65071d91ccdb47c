import type { TrackEvent, Tracks } from './by_tracker.ts'
import { escapeXml } from './xml.ts'

/** Points of one gx:Track. Its times come before its coordinates, so they are buffered. */
const AT_ONCE = 500

const head = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
`

/** A placemark for each tracker, whose parts are joined (gx:interpolate). Events without a fix are omitted. */
export async function* toKml(tracks: Tracks): AsyncGenerator<string> {
  yield head
  let open: number | null = null
  let kept: TrackEvent[] = []
  for await (const { tracker, event } of tracks) {
    if (!event.position || !event.valid) continue
    if (tracker.id !== open) {
      if (open !== null) yield `${part(kept)}${end}`
      kept = []
      open = tracker.id
      const number = escapeXml(tracker.number)
      yield `<Placemark><name>${escapeXml(tracker.name || tracker.number)}</name><description>${number}</description>`
      yield '<gx:MultiTrack><gx:interpolate>1</gx:interpolate>\n'
    }
    kept.push(event)
    if (kept.length < AT_ONCE) continue
    yield part(kept)
    kept = []
  }
  if (open !== null) yield `${part(kept)}${end}`
  yield '</Document></kml>\n'
}

const end = '</gx:MultiTrack></Placemark>\n'

function part(events: TrackEvent[]): string {
  if (events.length === 0) return ''
  const whens = events.map(({ fix_at }) => `<when>${fix_at}</when>`)
  const places = events.map(({ position, altitude }) => {
    const [lon, lat] = position!.coordinates
    return `<gx:coord>${lon} ${lat} ${altitude ?? 0}</gx:coord>`
  })
  return `<gx:Track>\n${[...whens, ...places].join('\n')}\n</gx:Track>\n`
}
