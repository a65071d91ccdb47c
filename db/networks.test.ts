import { describe, expect, it } from 'vitest'
import { isPublic, isSameNetwork, isWithin, networkFault, plainAddress } from './networks.ts'

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
    ['203.0.113.0/-1', 'has no prefix from 0 to 32'],
    ['::ffff:203.0.113.0/120', null],
    ['127.1', 'is not an address such as 203.0.113.7 or a network such as 203.0.113.0/24'],
    ['0x7f.0.0.1/8', 'is not an address such as 203.0.113.7 or a network such as 203.0.113.0/24'],
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
    [['2001:db8::1'], '2001:db8:0::1', true],
    [['0.0.0.0/0'], '203.0.113.1', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['::/0'], '203.0.113.1', true],
    [['::ffff:203.0.113.0/120'], '203.0.113.9', true],
    [['::ffff:203.0.113.0/120'], '203.0.114.9', false],
    [['no network', '203.0.113.0/33'], '203.0.113.1', false],
    [['fe80::/10'], 'fe80::1%eth0', true],
    [['203.0.113.0/24'], '', false],
  ] as [string[], string, boolean][])('of %j has %s: %s', (networks, address, within) => {
    expect(isWithin(networks, address)).toBe(within)
  })

  it.each([
    ['203.0.113.1', '203.0.113.254', true],
    ['203.0.113.1', '::ffff:203.0.113.254', true],
    ['203.0.113.1', '203.0.114.1', false],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::1', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['fe80::1%eth0', 'fe80::2%eth1', true],
    ['203.0.113.1', '2001:db8::1', false],
    ['203.0.113.1', '', false],
    ['', '', true],
  ])('%s and %s are in the same network: %s', (one, other, same) => {
    expect(isSameNetwork(one, other)).toBe(same)
  })

  it.each([
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
    ['', ''],
  ])('reads %s as %s', (address, plain) => expect(plainAddress(address)).toBe(plain))

  it.each([
    ['0.0.0.0', false],
    ['0.1.2.3', false],
    ['10.1.2.3', false],
    ['100.63.255.255', true],
    ['100.64.0.1', false],
    ['100.127.255.255', false],
    ['127.0.0.1', false],
    ['127.255.255.255', false],
    ['169.254.169.254', false],
    ['172.16.0.1', false],
    ['172.32.0.1', true],
    ['192.0.0.8', false],
    ['192.0.2.1', false],
    ['192.88.99.1', false],
    ['192.168.1.1', false],
    ['198.17.255.255', true],
    ['198.18.0.1', false],
    ['198.19.255.255', false],
    ['198.51.100.1', false],
    ['203.0.113.1', false],
    ['224.0.0.1', false],
    ['240.0.0.1', false],
    ['255.255.255.255', false],
    ['8.8.8.8', true],
    ['::', false],
    ['::1', false],
    ['::8.8.8.8', false],
    ['::127.0.0.1', false],
    ['::7f00:1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:7f00:1', false],
    ['::ffff:10.0.0.1', false],
    ['::ffff:8.8.8.8', true],
    ['::ffff:0:127.0.0.1', false],
    ['64:ff9b::127.0.0.1', false],
    ['64:ff9b::8.8.8.8', false],
    ['64:ff9b:1::1', false],
    ['64:ff9b:1:ffff::10.0.0.1', false],
    ['100::1', false],
    ['2001::1', false],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', false],
    ['2001:db8::1', false],
    ['2002:7f00:1::1', false],
    ['2002:808:808::1', false],
    ['3fff::1', false],
    ['5f00::1', false],
    ['4000::1', false],
    ['fc00::1', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['fec0::1', false],
    ['feff::1', false],
    ['ff02::1', false],
    ['2606:4700::1111', true],
    ['2a00:1450:4001::8a', true],
    ['example.com', false],
    ['', false],
  ])('%s is public: %s', (address, known) => {
    expect(isPublic(address)).toBe(known)
  })
})
