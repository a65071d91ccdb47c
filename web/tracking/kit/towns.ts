import type { FeatureCollection } from 'geojson'
import { towns as rows } from '#messages/geography/towns.ts'

/** Larger towns first: the rank decides from which zoom level a name is shown. */
export const towns: FeatureCollection = {
  type: 'FeatureCollection',
  features: rows.map(([name, lon, lat, rank]) => ({
    type: 'Feature',
    properties: { name, rank },
    geometry: { type: 'Point', coordinates: [lon, lat] },
  })),
}
