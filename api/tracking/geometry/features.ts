import { startingWith } from '../../http/stream.ts'

/** Rows as GeoJSON (RFC 7946): a feature for each, with what is not its id and geometry as properties. */
export async function* toFeatures(rows: AsyncGenerator<Feature>): AsyncGenerator<string> {
  // A refused query can only be answered before the file begins.
  const first = await rows.next()
  yield '{"type":"FeatureCollection","features":['
  let separator = '\n'
  for await (const { id, geometry, ...properties } of startingWith(first, rows)) {
    yield separator + JSON.stringify({ type: 'Feature', id, geometry, properties })
    separator = ',\n'
  }
  yield '\n]}\n'
}

type Feature = { id: number; geometry: object | null } & Record<string, unknown>
