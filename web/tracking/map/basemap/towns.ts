import type { FeatureCollection } from 'geojson'
import rows from './towns.json' with { type: 'json' }

/** Larger towns first: the rank decides from which zoom level a name is shown. */
export const towns: FeatureCollection = {
  type: 'FeatureCollection',
  features: (rows as Town[]).map(([name, lon, lat, rank]) => ({
    type: 'Feature',
    properties: { name, rank },
    geometry: { type: 'Point', coordinates: [lon, lat] },
  })),
}

type Town = [name: string, lon: number, lat: number, rank: number]
