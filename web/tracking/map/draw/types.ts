import type { Position } from 'geojson'

/** A boundary's shape while drawing: a circle, or polygons of an outer ring and holes. */
export type Shape = Circle | Area
export type Circle = { kind: 'circle'; center: Position; radius_m: number }
export type Area = { kind: 'area'; polygons: Polygon[] }
export type Polygon = Ring[]

/** A ring without the closing point. Longitudes continue past 180°, so no edge spans the world. */
export type Ring = Position[]

/** A vertex; without `vertex`, a ring. */
export type Place = { polygon: number; ring: number; vertex?: number }
