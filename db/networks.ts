import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Networks as `203.0.113.0/24`, `2001:db8::/32` or a single address, as people give them for a tracker. */

/** @returns why this is no network, in words that follow its name; null where it is one */
export function networkFault(network: string): string | null {
  const [address = '', bits, ...more] = network.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0)
    return 'is not an address such as 203.0.113.7 or a network such as 203.0.113.0/24'
  const most = family === 4 ? 32 : 128
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > most)) return `has no prefix from 0 to ${most}`
  return null
}

/** Whether an address is in one of the networks; none given means everywhere. */
export function isWithin(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true
  const plain = plainAddress(address)
  const family = isIP(plain)
  if (family === 0) return false
  const list = new BlockList()
  for (const network of networks) {
    if (networkFault(network)) continue
    const [of = '', bits] = network.split('/')
    const kind = isIP(of) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(of, kind)
    else list.addSubnet(of, Number(bits), kind)
  }
  return list.check(plain, family === 4 ? 'ipv4' : 'ipv6')
}

/** Whether two addresses are of one network, as a carrier or a site has one: the same /24 of IPv4, or /64 of IPv6. */
export function isSameNetwork(one: string, other: string): boolean {
  const plain = plainAddress(one).replace(/%.*$/, '')
  if (isIP(plain) === 0) return one === other
  return isWithin([`${plain}/${isIP(plain) === 4 ? 24 : 64}`], other.replace(/%.*$/, ''))
}

/** An IPv4 address that came over an IPv6 socket, as itself. */
export const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address is out in the Internet: unicast, and in none of IANA's special-purpose registries (RFC 6890).
 * IPv6 must be in the only block that is given out, which also leaves out `::a.b.c.d` and what has no meaning yet.
 */
export function isPublic(address: string): boolean {
  const parsed = readAddress(address)
  if (!parsed) return false
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST)
}

/**
 * Reads an address; IPv4 that came over an IPv6 socket (`::ffff:a.b.c.d`) is IPv4.
 *
 * @returns null where it is none
 */
export function readAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (isIP(address) === 0) return null
  if (isIP(address) === 4) return ipaddr.IPv4.parse(address)
  // ipaddr.js takes the deprecated `::a.b.c.d` for IPv4, but a socket does not: the last part is written as IPv6 first.
  const [, head, last] = /^(.*:)(\d+\.\d+\.\d+\.\d+)/.exec(address) ?? []
  if (!last) return ipaddr.process(address)
  const [a, b, c, d] = ipaddr.IPv4.parse(last).octets as [number, number, number, number]
  return ipaddr.process(`${head}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`)
}
