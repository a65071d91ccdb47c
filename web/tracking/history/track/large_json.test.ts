import { expect, it } from 'vitest'
import type { Raw } from './fix.ts'
import { fixesOfJson } from './json.ts'
import { fixesOfLargeJson, isJson } from './large_json.ts'

async function pointsOf(text: string): Promise<Raw[]> {
  const points: Raw[] = []
  await fixesOfLargeJson(new Blob([text]), { add: (raw) => points.push(raw) })
  return points
}

/** More than a read of a file brings, with what the points do not need. */
const many = <T>(element: (i: number) => T) => Array.from({ length: 2000 }, (_, i) => element(i))
const timestamp = '2024-05-01T10:00:00.000Z'
const wifi = { wifiScan: { accessPoints: [{ mac: '"}],', strength: -1 }] }, activity: ['é', null, 'STILL\n'] }

it.each([
  ['Records.json', { locations: many((i) => ({ latitudeE7: i, longitudeE7: -1, timestamp, ...wifi })), more: [[{}]] }],
  [
    'Timeline of Android',
    {
      semanticSegments: many((i) => ({ timelinePath: [{ point: `48.${i}°, 2°`, time: timestamp }] })),
      rawSignals: many((i) => ({ position: i % 2 ? { LatLng: `48.${i}°, 2°`, timestamp } : null, ...wifi })),
    },
  ],
  [
    'Timeline of iOS',
    many(() => ({
      startTime: timestamp,
      timelinePath: [{ point: 'geo:1,2', durationMinutesOffsetFromStartTime: '5' }],
    })),
  ],
  [
    'GeoJSON',
    {
      type: 'FeatureCollection',
      features: many((i) => ({
        type: 'Feature',
        properties: { time: timestamp },
        geometry: { type: 'Point', coordinates: [i / 100, 1, 5] },
      })),
    },
  ],
])('%s is read element by element as it is read as a whole', async (_, json) => {
  const text = JSON.stringify(json)
  const points = await pointsOf(`\uFEFF ${text}`)
  expect(points.length).toBeGreaterThan(900)
  expect(points).toEqual([...fixesOfJson(JSON.parse(text))])
})

it.each(['{"locations": [{"latitudeE7": 1}', '{"locations": [{"latitudeE7": 1}]} x', '[}', '{"a": nul}'])(
  'JSON that is broken is refused: %s',
  async (text) => {
    await expect(pointsOf(text)).rejects.toMatchObject({ name: 'BrokenJson' })
  },
)

it('what ends the reading is what was thrown, or the signal', async () => {
  const file = new Blob([JSON.stringify({ locations: many(() => ({ timestamp })) })])
  const full = new Error('full')
  const add = () => {
    throw full
  }
  await expect(fixesOfLargeJson(file, { add })).rejects.toBe(full)
  await expect(fixesOfLargeJson(file, { add: () => {}, signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
  expect(await isJson(new Blob(['\uFEFF\n [']))).toBe(true)
  expect(await isJson(new Blob(['time,lat,lon']))).toBe(false)
})
