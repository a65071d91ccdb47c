import type { FileFormat } from '../../crud/resource.ts'
import { byTracker } from './by_tracker.ts'
import { toGeoJson } from './geojson.ts'
import { toGpx } from './gpx.ts'
import { toKml } from './kml.ts'

/** Export formats for tracks: the positions of each tracker in the order of time. */
export const trackFiles: Record<string, FileFormat> = {
  gpx: {
    type: 'application/gpx+xml; charset=utf-8',
    about: 'Tracks are ordered by tracker and time; `sort` is ignored.',
    write: (...parameters) => toGpx(byTracker(...parameters)),
  },
  kml: {
    type: 'application/vnd.google-earth.kml+xml; charset=utf-8',
    write: (...parameters) => toKml(byTracker(...parameters)),
  },
  geojson: {
    type: 'application/geo+json; charset=utf-8',
    write: (...parameters) => toGeoJson(byTracker(...parameters)),
  },
}
