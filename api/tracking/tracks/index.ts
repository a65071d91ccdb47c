import type { FileFormat } from '../../crud/resource.ts'
import { byTracker } from './by_tracker.ts'
import { toGeoJson } from './geojson.ts'
import { toGpx } from './gpx.ts'
import { toKml } from './kml.ts'

/** Events as other programs read them: where each tracker was, in the order of time. */
export const trackFiles: Record<string, FileFormat> = {
  gpx: { type: 'application/gpx+xml; charset=utf-8', write: (...asked) => toGpx(byTracker(...asked)) },
  kml: { type: 'application/vnd.google-earth.kml+xml; charset=utf-8', write: (...asked) => toKml(byTracker(...asked)) },
  geojson: { type: 'application/geo+json; charset=utf-8', write: (...asked) => toGeoJson(byTracker(...asked)) },
}
