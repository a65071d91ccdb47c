import { normaliseLongitude } from './format.ts'

/**
 * Links to Google Maps: its app where installed, otherwise its site.
 * https://developers.google.com/maps/documentation/urls/get-started
 */

/** Directions from the person's position. */
export function directionsTo([lon, lat]: Position): string {
  return link('dir/', { destination: point(lon, lat) })
}

/** Street View, facing the tracker's heading. */
export function streetViewAt([lon, lat]: Position, heading: number | null): string {
  const towards: Record<string, string> = heading === null ? {} : { heading: String(Math.round(heading) % 360) }
  return link('@', { map_action: 'pano', viewpoint: point(lon, lat), ...towards })
}

// Normalises longitudes above 180. A millionth of a degree is a decimetre.
const point = (lon: number, lat: number) => `${lat.toFixed(6)},${normaliseLongitude(lon).toFixed(6)}`

function link(path: string, query: Record<string, string>): string {
  return `https://www.google.com/maps/${path}?${new URLSearchParams({ api: '1', ...query })}`
}

/** Longitude first, in degrees. */
type Position = readonly [lon: number, lat: number]
