import type { Tracks } from './by_tracker.ts'

/** A feature for each event, with all its fields; without a position its geometry is null (RFC 7946 §3.2). */
export async function* toGeoJson(tracks: Tracks): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":['
  let separator = '\n'
  for await (const { tracker, event } of tracks) {
    const { id, position, ...rest } = event
    const properties = { tracker_number: tracker.number, tracker_name: tracker.name, ...rest }
    yield separator + JSON.stringify({ type: 'Feature', id, geometry: position, properties })
    separator = ',\n'
  }
  yield '\n]}\n'
}
