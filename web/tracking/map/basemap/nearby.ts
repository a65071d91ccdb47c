import type { Polygon as Area, MultiLineString, MultiPolygon, Position } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Polygon, Topology } from 'topojson-specification'
import { unrolled, withoutSeam } from './seam.ts'

/** Splits countries into polygons with bounding boxes, for quick selection. */
export function toPieces(world: World): Piece[] {
  return world.objects.countries.geometries.flatMap((country) => {
    if (country.type !== 'Polygon' && country.type !== 'MultiPolygon') return []
    const polygons = country.type === 'Polygon' ? [country.arcs] : country.arcs
    return polygons.map((arcs) => {
      const shape: Polygon = { type: 'Polygon', arcs }
      const { coordinates: rings } = feature(world, shape).geometry as { coordinates: Position[][] }
      // Fiji crosses 180°.
      const coordinates = unrolled(rings)
      return { country: String(country.id), shape, coordinates, box: boxOf(coordinates[0]!) }
    })
  })
}

/** Land within a box, or all of it: fill, coastline and borders. */
export function landIn(world: World, pieces: Piece[], box: Box | null): Land {
  const selected = box ? pieces.filter((piece) => overlap(piece.box, box)) : pieces
  const shapes = { type: 'GeometryCollection' as const, geometries: selected.map((piece) => piece.shape) }
  const lines = (filter: Parameters<typeof mesh>[2]): MultiLineString => ({
    type: 'MultiLineString',
    coordinates: withoutSeam(mesh(world, shapes, filter).coordinates),
  })
  return {
    land: { type: 'MultiPolygon', coordinates: selected.map((piece) => piece.coordinates) },
    coast: lines((a, b) => a === b),
    borders: lines((a, b) => a !== b),
  }
}

/** Whether two boxes overlap; either may extend past 180°. */
export function overlap(a: Box, b: Box): boolean {
  if (a[1] > b[3] || b[1] > a[3]) return false
  return [-360, 0, 360].some((turn) => a[0] + turn <= b[2] && b[0] <= a[2] + turn)
}

/** A box as a polygon. */
export function areaOf([west, south, east, north]: Box): Area {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { type: 'Polygon', coordinates: [ring] }
}

export function boxOf(ring: Position[]): Box {
  const box: Box = [540, 90, -540, -90]
  for (const [lon, lat] of ring as [number, number][]) {
    if (lon < box[0]) box[0] = lon
    if (lat < box[1]) box[1] = lat
    if (lon > box[2]) box[2] = lon
    if (lat > box[3]) box[3] = lat
  }
  return box
}

export type World = Topology<{ countries: GeometryCollection }>
export type Box = [west: number, south: number, east: number, north: number]
export type Piece = { country: string; shape: Polygon; coordinates: Position[][]; box: Box }
/** @param fine land of a finer coast, where there is one: its coast are its edges */
export type Land = { land: MultiPolygon; coast: MultiLineString; borders: MultiLineString; fine?: MultiPolygon }
