import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Feature, FeatureCollection, Geometry } from 'geojson'
import { tileLayer } from './detail.ts'
import { graticule } from './graticule.ts'
import { areaOf, type Box, type Land } from './nearby.ts'

/** Cuts land into tiles as they are asked for. */
export class LandTiles {
  #index: GeoJSONVT

  /**
   * @param box where the land brings its own sea, as the coarse coast below is not quite where the detailed one is
   * @param maxZoom tiles of higher zoom levels are parts of those of this one, which has all points
   */
  constructor(land: Land, box: Box | null, maxZoom: number) {
    this.#index = new GeoJSONVT(collect(land, box), { maxZoom, indexMaxZoom: 0, extent, tolerance, buffer })
  }

  /** A vector tile (MVT 2.1) with the features of each kind; without bytes where there are none. */
  tile(z: number, x: number, y: number): Uint8Array {
    const tile = this.#index.getTile(z, x, y)
    return tile ? fromGeojsonVt({ [tileLayer]: tile }, { version: 2, extent }) : new Uint8Array()
  }
}

/** Steps to the side of a tile, as MapLibre counts them itself; a pixel of its tiles of 512 pixels is 16. */
const extent = 8192
/** Steps by which a simplified line may be off. */
const tolerance = 3.2
/** Steps by which shapes reach over a tile's edge, where the widest line is not seen to end. */
const buffer = 128

const graticules = [10, 1].map(
  (step): Feature => ({ type: 'Feature', properties: { kind: 'graticule', step }, geometry: graticule(step) }),
)

function collect({ land, coast, borders, fine }: Land, box: Box | null): FeatureCollection {
  const feature = (kind: Kind, geometry: Geometry): Feature => ({ type: 'Feature', properties: { kind }, geometry })
  const sea = box ? [feature('sea', areaOf(box))] : []
  const world = [feature('land', land), feature('coast', coast), feature('border', borders)]
  return {
    type: 'FeatureCollection',
    features: [...sea, ...graticules, ...world, ...(fine ? [feature('fine', fine)] : [])],
  }
}

type Kind = 'sea' | 'graticule' | 'land' | 'coast' | 'border' | 'fine'
