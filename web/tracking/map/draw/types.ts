import type { Position } from 'geojson'

/** What a boundary is while it is drawn: a true circle, or polygons, each an outer ring and its holes. */
export type Shape = Circle | Area
export type Circle = { kind: 'circle'; center: Position; radius_m: number }
export type Area = { kind: 'area'; polygons: Polygon[] }
export type Polygon = Ring[]

/** Without the first point again at its end. Longitudes go on past 180°, so no edge jumps round the world. */
export type Ring = Position[]

/** A corner, or without `vertex` the ring that is pointed at. */
export type Place = { polygon: number; ring: number; vertex?: number }
