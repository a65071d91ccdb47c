import bindings from 'gtfs-realtime-bindings'
import { expect, it } from 'vitest'
import { encodeFeed } from './feed.ts'

const { FeedMessage } = bindings.transit_realtime
const made_at = 1_790_000_000

it('is read by the official bindings, as it was meant', () => {
  const bus = { id: 'k1', label: 'Bus 7', lat: -36.85, lon: 174.76, bearing: 270.5, speed: 12.5, at: made_at - 5 }
  const bytes = encodeFeed([bus, { ...bus, id: 'k2', label: null, bearing: null, speed: null }], made_at)
  const feed = FeedMessage.decode(bytes)
  expect(FeedMessage.verify(feed)).toBeNull()
  const { header, entity } = FeedMessage.toObject(feed, { longs: Number }) as Record<string, never>
  expect(header).toEqual({ gtfsRealtimeVersion: '2.0', incrementality: 0, timestamp: made_at })
  expect(entity).toEqual([
    {
      id: 'k1',
      vehicle: {
        position: {
          latitude: expect.closeTo(-36.85, 5),
          longitude: expect.closeTo(174.76, 4),
          bearing: 270.5,
          speed: 12.5,
        },
        timestamp: made_at - 5,
        vehicle: { id: 'k1', label: 'Bus 7' },
      },
    },
    {
      id: 'k2',
      vehicle: {
        position: { latitude: expect.closeTo(-36.85, 5), longitude: expect.closeTo(174.76, 4) },
        timestamp: made_at - 5,
        vehicle: { id: 'k2' },
      },
    },
  ])
})

it('is a whole feed without vehicles', () => {
  const { header, entity } = FeedMessage.decode(encodeFeed([], made_at))
  expect([header.gtfsRealtimeVersion, entity]).toEqual(['2.0', []])
})
