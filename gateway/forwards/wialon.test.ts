import { describe, expect, it } from 'vitest'
import { wialon } from '../protocols/wialon/index.ts'
import { Conversation } from './conversation.ts'
import type { Item } from './store.ts'
import { batchLine, signInLine } from './wialon.ts'

const item = (fields: Partial<Item> = {}): Item => ({
  id: 1,
  event_id: 1,
  stored: true,
  accuracy: null,
  outside_boundary: null,
  boundary_id: null,
  boundary: null,
  fix_at: '2026-02-03T04:05:06Z',
  valid: true,
  lat: -36.848461,
  lon: 174.763336,
  altitude: 12.4,
  heading: 271.6,
  speed: 13.9,
  event: 'position',
  alarm: null,
  attributes: null,
  ...fields,
})

/** What this server's own decoder reads of it, checksums included. */
function decode(version: '1.1' | '2.0', items: Item[]) {
  const session = wialon.open()
  const lines = signInLine(version, '860000000000007', null) + batchLine(version, items)
  const options = { forgive: false, now: Date.UTC(2026, 1, 4) }
  return lines
    .trim()
    .split('\r\n')
    .map((line) => wialon.decode(Buffer.from(line), session, options))
}

describe('a forwarded report', () => {
  it.each(['1.1', '2.0'] as const)('is read by a platform with Wialon IPS %s as it was stored', (version) => {
    const attributes = { satellites: 9, hdop: 0.8, battery: 77, ignition: true, driver: 'AB12', vin: 'a,b;c' }
    const [signed_in, sent] = decode(version, [item({ attributes }), item({ alarm: 'sos', valid: false })])
    expect(signed_in).toMatchObject({ number: '860000000000007', acknowledgement: Buffer.from('#AL#1\r\n') })
    expect(sent!.acknowledgement!.toString()).toBe('#AB#2\r\n')
    const [first, second] = sent!.reports
    expect(first).toMatchObject({ valid: true, fix_at: Date.UTC(2026, 1, 3, 4, 5, 6), heading: 272, altitude: 12 })
    expect(first!.lat).toBeCloseTo(-36.848461, 6)
    expect(first!.lon).toBeCloseTo(174.763336, 6)
    expect(first!.speed).toBeCloseTo(50 / 3.6, 6)
    expect(first!.attributes).toMatchObject({ satellites: 9, hdop: 0.8, battery: 77, ignition: true, driver: 'AB12' })
    expect(first!.attributes).toMatchObject({ io_forwarded: 1, io_vin: 'a b c' })
    // Without a fix there is no place.
    expect(second).toMatchObject({ valid: false, lat: null, alarm: 'sos' })
  })

  it.each([
    [0, 0],
    [-0.0000001, 0.0000001],
    [89.9999999, 179.9999999],
    [-90, -180],
    [59.99999999, 9.99999999],
  ])('has a place at %f, %f', (lat, lon) => {
    const [, sent] = decode('2.0', [item({ lat, lon })])
    expect(sent!.reports[0]!.lat).toBeCloseTo(lat, 6)
    expect(sent!.reports[0]!.lon).toBeCloseTo(lon, 6)
  })
})

describe('the connection to another platform', () => {
  it.each(['127.0.0.1', '::1', '169.254.169.254', '10.1.2.3', 'localhost'])('is not opened to %s', async (host) => {
    await expect(Conversation.open({ host, port: 9, allow_private: false })).rejects.toThrow('is in a private network')
  })
})
