import { describe, expect, it } from 'vitest'
import { Connected, type Link } from './connected.ts'

type Made = Link & { closed: boolean }
const makeLink = (transport: string, address: string, silent_s: number, settings: Partial<Link> = {}): Made => ({
  transport,
  address,
  identified_by: 'number',
  since: Date.now() - 1_000_000,
  last_contact_at: Date.now() - silent_s * 1000,
  closed: false,
  takes_commands: true,
  close() {
    this.closed = true
  },
  ...settings,
})

describe('a tracker that is connected', () => {
  it.each<[string, string, number, string, boolean]>([
    ['from the same network', '203.0.113.7', 1, '203.0.113.200', false],
    ['from another network', '203.0.113.7', 1, '203.0.114.7', true],
    ['from another network, and silent for a minute', '203.0.113.7', 61, '203.0.114.7', false],
    ['from the same /64', '2001:db8:1:2::1', 1, '2001:db8:1:2:ffff::9', false],
    ['from another /64', '2001:db8:1:2::1', 1, '2001:db8:1:3::1', true],
    ['over IPv4, and now over IPv6', '203.0.113.7', 1, '2001:db8::1', true],
  ])('%s blocks other networks or not', (_name, address, silent_s, other, held) => {
    for (const identified_by of ['number', 'token'] as const) {
      const connected = new Connected()
      connected.add(1, makeLink('gt06', address, silent_s, { identified_by }))
      expect(connected.isInUseElsewhere(1, other)).toBe(held)
      expect(connected.isInUseElsewhere(2, other)).toBe(false)
    }
  })

  it('is not in use by datagrams, whose address can be forged', () => {
    const connected = new Connected()
    connected.add(1, makeLink('h02_udp', '203.0.113.7', 1, { is_datagram: true }))
    expect(connected.isInUseElsewhere(1, '203.0.114.7')).toBe(false)
    expect(connected.hasDatagramsElsewhere(1, '203.0.114.7')).toBe(true)
    expect(connected.hasDatagramsElsewhere(1, '203.0.113.8')).toBe(false)
  })

  it('gets its commands on a link with a token, then on the oldest, of those in use', () => {
    const connected = new Connected()
    const ago = (seconds: number) => ({ since: Date.now() - seconds * 1000 })
    const [older, newer] = [makeLink('gt06', '203.0.113.7', 50, ago(90)), makeLink('gt06', '203.0.113.8', 1, ago(30))]
    for (const link of [newer, older]) connected.add(1, link)
    expect(connected.forCommands(1)).toBe(older)
    older.last_contact_at -= 20_000
    expect(connected.forCommands(1)).toBe(newer)
    const proved = makeLink('mqtt', '203.0.113.9', 40, { identified_by: 'token', ...ago(10) })
    connected.add(1, proved)
    expect(connected.forCommands(1)).toBe(proved)
    for (const link of [older, newer, proved]) link.last_contact_at -= 100_000
    expect(connected.forCommands(1)).toBe(newer)
    expect(connected.forCommands(2)).toBeUndefined()
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
    const [mqtt, gt06] = [makeLink('mqtt', '203.0.113.7', 0), makeLink('gt06', '203.0.113.7', 0)]
    connected.add(1, mqtt)
    connected.add(1, gt06)
    connected.close(1, 'changed', ['mqtt', 'osmand'])
    expect([mqtt.closed, gt06.closed]).toEqual([false, true])
    connected.close(1, 'deleted')
    expect(mqtt.closed).toBe(true)
  })
})
