import type { MultiLineString, Position } from 'geojson'

/** Meridians and parallels at every `step` degrees; both are straight lines in Mercator. */
export function graticule(step: number): MultiLineString {
  const lines: Position[][] = []
  for (let lon = -180; lon < 180; lon += step)
    lines.push([
      [lon, -85],
      [lon, 85],
    ])
  for (let lat = -80; lat <= 80; lat += step)
    lines.push([
      [-180, lat],
      [180, lat],
    ])
  return { type: 'MultiLineString', coordinates: lines }
}
