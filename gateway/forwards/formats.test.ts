import { expect, it } from 'vitest'
import { decodeOsmandQuery } from '../protocols/osmand/index.ts'
import { jsonOf, osmandOf } from './formats.ts'
import { configOf, stateOf } from './home_assistant.ts'
import type { Item } from './store.ts'

const tracker = { tracker_id: 7, number: 'ute-1', name: 'Ute', latest_fix_at: null }
const item: Item = {
  id: 3,
  event_id: 41,
  stored: true,
  fix_at: '2026-11-20T01:02:03.000Z',
  valid: true,
  lat: -36.5,
  lon: 174.75,
  altitude: 12,
  heading: 90,
  speed: 10.28888,
  accuracy: 5,
  event: 'position',
  alarm: null,
  outside_boundary: true,
  boundary_id: null,
  boundary: null,
  attributes: { battery: 80, ignition: true },
}

it('is read by a platform that takes reports of phones as what it was', () => {
  const { number, reports } = decodeOsmandQuery(osmandOf(tracker, item).toString())
  expect(number).toBe('ute-1')
  expect(reports).toMatchObject([
    {
      fix_at: Date.parse(item.fix_at),
      valid: true,
      lat: -36.5,
      lon: 174.75,
      altitude: 12,
      heading: 90,
      speed: expect.closeTo(10.28888, 3),
      accuracy: 5,
      // Such a report is not forwarded again.
      attributes: { battery: 80, ignition: true, io_forwarded: 1 },
    },
  ])
})

it('has knots in the shape of a position and its device, and none in our own', () => {
  expect(jsonOf('traccar', tracker, item)).toMatchObject({
    position: { latitude: -36.5, longitude: 174.75, speed: 20, course: 90, attributes: { batteryLevel: 80 } },
    device: { uniqueId: 'ute-1', name: 'Ute' },
  })
  expect(jsonOf('ringfence', tracker, item)).toMatchObject({
    id: 41,
    position: { type: 'Point', coordinates: [174.75, -36.5] },
    speed: 10.28888,
    outside_boundary: true,
  })
})

it('is discovered by Home Assistant: the tracker has no topic of a state, other components have', () => {
  const config = configOf('ringfence', tracker, item, 'https://ringfence.example.com') as Record<string, never>
  expect(config.dev).toMatchObject({ ids: ['ringfence_7'], name: 'Ute' })
  const { position, ...others } = config.cmps as unknown as Record<string, Record<string, string>>
  expect(position).toMatchObject({ p: 'device_tracker', json_attributes_topic: 'ringfence/7/attributes' })
  expect(position).not.toHaveProperty('state_topic')
  for (const component of Object.values(others)) {
    expect(component).toMatchObject({
      unique_id: expect.stringMatching(/^ringfence_7_/),
      state_topic: 'ringfence/7/state',
    })
  }
  // It does not report an odometer.
  expect(Object.keys(others).sort()).toEqual(['battery', 'boundary', 'moving', 'outside', 'speed'])
  expect(stateOf(item)).toEqual({ outside: true, moving: true, battery: 80, speed: 37, odometer: null, boundary: null })
})
