import { normaliseLongitude } from './format.ts'

/**
 * Where a position is looked at by other means, in Google Maps: its app where there is one, else its site.
 * https://developers.google.com/maps/documentation/urls/get-started
 */

/** The way there, from where the person is. */
export function directionsTo([lon, lat]: Position): string {
  return link('dir/', { destination: point(lon, lat) })
}

/** What is seen from there, towards where the tracker went. */
export function streetViewAt([lon, lat]: Position, heading: number | null): string {
  const towards: Record<string, string> = heading === null ? {} : { heading: String(Math.round(heading) % 360) }
  return link('@', { map_action: 'pano', viewpoint: point(lon, lat), ...towards })
}

// A signed longitude above 180 is nowhere; a millionth of a degree is a decimetre.
const point = (lon: number, lat: number) => `${lat.toFixed(6)},${normaliseLongitude(lon).toFixed(6)}`

function link(path: string, query: Record<string, string>): string {
  return `https://www.google.com/maps/${path}?${new URLSearchParams({ api: '1', ...query })}`
}

/** Longitude first, in degrees. */
type Position = readonly [lon: number, lat: number]
