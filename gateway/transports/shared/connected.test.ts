import { describe, expect, it } from 'vitest'
import { Connected, type Link } from './connected.ts'

const makeLink = (transport: string, address: string | undefined, silent_s: number): Link & { closed: boolean } => ({
  transport,
  ...(address !== undefined && { address }),
  last_contact_at: Date.now() - silent_s * 1000,
  closed: false,
  close() {
    this.closed = true
  },
})

describe('a tracker that is connected', () => {
  it.each<[string, string | undefined, number, string, boolean]>([
    ['from the same network', '203.0.113.7', 1, '203.0.113.200', false],
    ['from another network', '203.0.113.7', 1, '203.0.114.7', true],
    ['from another network, and silent for a minute', '203.0.113.7', 61, '203.0.114.7', false],
    ['from the same /64', '2001:db8:1:2::1', 1, '2001:db8:1:2:ffff::9', false],
    ['from another /64', '2001:db8:1:2::1', 1, '2001:db8:1:3::1', true],
    ['over IPv4, and now over IPv6', '203.0.113.7', 1, '2001:db8::1', true],
    ['by a token', undefined, 1, '203.0.114.7', false],
  ])('%s blocks other networks or not', (_name, address, silent_s, other, held) => {
    const connected = new Connected()
    connected.add(1, makeLink('gt06', address, silent_s))
    expect(connected.isInUseElsewhere(1, other)).toBe(held)
    expect(connected.isInUseElsewhere(2, other)).toBe(false)
  })

  it('is in use by requests with its number, too', () => {
    const connected = new Connected()
    connected.recordRequest(1, '203.0.113.7')
    expect(connected.isInUseElsewhere(1, '203.0.113.8')).toBe(false)
    expect(connected.isInUseElsewhere(1, '203.0.114.7')).toBe(true)
  })

  it('does not block itself', () => {
    const connected = new Connected()
    const link = makeLink('gt06', '203.0.113.7', 0)
    connected.add(1, link)
    expect(connected.isInUseElsewhere(1, '198.51.100.1', link)).toBe(false)
  })

  it('closes its links except those of transports that stay', () => {
    const connected = new Connected()
    const [mqtt, gt06] = [makeLink('mqtt', undefined, 0), makeLink('gt06', '203.0.113.7', 0)]
    connected.add(1, mqtt)
    connected.add(1, gt06)
    connected.close(1, 'changed', ['mqtt', 'osmand'])
    expect([mqtt.closed, gt06.closed]).toEqual([false, true])
    connected.close(1, 'deleted')
    expect(mqtt.closed).toBe(true)
  })
})
