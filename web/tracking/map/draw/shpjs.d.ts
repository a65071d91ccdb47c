declare module 'shpjs' {
  import type { GeoJsonProperties, Geometry } from 'geojson'

  /** @param projection as WKT; in degrees of WGS 84 afterwards, where it is known */
  export function parseShp(shp: Uint8Array, projection?: string): (Geometry | null)[]
  export function parseDbf(dbf: Uint8Array, encoding?: string): GeoJsonProperties[]
}
