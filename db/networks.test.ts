import { describe, expect, it } from 'vitest'
import { isWithin, networkFault } from './networks.ts'

describe('networks', () => {
  it.each([
    ['203.0.113.0/24', null],
    ['203.0.113.7', null],
    ['0.0.0.0/0', null],
    ['2001:db8::/32', null],
    ['::1', null],
    ['203.0.113.0/33', 'has no prefix from 0 to 32'],
    ['2001:db8::/129', 'has no prefix from 0 to 128'],
    ['203.0.113.0/', 'has no prefix from 0 to 32'],
    ['203.0.113.0/24/8', 'is not an address such as 203.0.113.7 or a network such as 203.0.113.0/24'],
    ['203.0.113', 'is not an address such as 203.0.113.7 or a network such as 203.0.113.0/24'],
    ['example.com', 'is not an address such as 203.0.113.7 or a network such as 203.0.113.0/24'],
    ['', 'is not an address such as 203.0.113.7 or a network such as 203.0.113.0/24'],
  ])('takes or refuses %s', (network, fault) => {
    expect(networkFault(network)).toBe(fault)
  })

  it.each([
    [[], '198.51.100.1', true],
    [['203.0.113.0/24'], '203.0.113.200', true],
    [['203.0.113.0/24'], '::ffff:203.0.113.200', true],
    [['203.0.113.0/24'], '203.0.114.1', false],
    [['203.0.113.0/24', '198.51.100.1'], '198.51.100.1', true],
    [['2001:db8::/32'], '2001:db8:5::1', true],
    [['2001:db8::/32'], '203.0.113.1', false],
    [['0.0.0.0/0'], '203.0.113.1', true],
    [['203.0.113.0/24'], '', false],
  ] as [string[], string, boolean][])('of %j has %s: %s', (networks, address, within) => {
    expect(isWithin(networks, address)).toBe(within)
  })
})
