import { expect, it } from 'vitest'
import { type Box, CellCollector, trackersNear } from './cells.ts'

const MINUTE = 60_000_000
const boxAt = (lon: number, lat: number, wide = 0.001): Box => ({
  west: lon,
  south: lat,
  east: lon + wide,
  north: lat + wide,
})

function collect(tracks: Record<number, [lon: number | null, lat: number | null, minute: number][]>): string {
  const collector = new CellCollector()
  for (const [id, fixes] of Object.entries(tracks)) {
    for (const [longitude, latitude, minute] of fixes) {
      collector.add(Number(id), { fix_at: minute * MINUTE, longitude, latitude })
    }
  }
  return collector.finish()
}

it('the trackers near a box are those that reported in it, or drove through it', () => {
  const cells = collect({
    7: [
      [174.75, -36.85, 0],
      [174.79, -36.85, 1],
    ],
    90_000_000: [[174.77, -36.9, 0]],
    90_000_300: [
      [null, null, 0],
      [174.7701, -36.8501, 1],
      [174.7702, -36.8502, 2],
    ],
  })
  expect(trackersNear(cells, [boxAt(174.77, -36.851)])).toEqual([7, 90_000_300])
  expect(trackersNear(cells, [boxAt(174.77, -36.901)])).toEqual([90_000_000])
  expect(trackersNear(cells, [boxAt(174.77, -36.95), boxAt(174.79, -36.85)])).toEqual([7])
  expect(trackersNear(cells, [{ west: -180, south: -90, east: 180, north: 90 }])).toEqual([7, 90_000_000, 90_000_300])
  expect(trackersNear(cells, [])).toEqual([])
})

it('the way between reports that are hours, or half the world, apart is unknown', () => {
  const cells = collect({
    1: [
      [174.75, -36.85, 0],
      [174.79, -36.85, 60],
    ],
    2: [
      [179.999, -17, 0],
      [-179.999, -17, 1],
    ],
  })
  expect(trackersNear(cells, [boxAt(174.77, -36.851, 0.0099)])).toEqual([])
  expect(trackersNear(cells, [boxAt(0, -17)])).toEqual([])
  expect(trackersNear(cells, [{ west: -180, south: -18, east: -179.5, north: -16 }])).toEqual([2])
})

it('the ends of the world have cells', () => {
  const cells = collect({ 1: [[180, 90, 0]], 2: [[-180, -90, 0]] })
  expect(trackersNear(cells, [{ west: 179.9, south: 89.9, east: 180, north: 90 }])).toEqual([1])
  expect(trackersNear(cells, [{ west: -180, south: -90, east: -179.9, north: -89.9 }])).toEqual([2])
  expect(trackersNear(collect({}), [boxAt(0, 0)])).toEqual([])
})
