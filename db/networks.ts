import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Source networks of trackers: `203.0.113.0/24`, `2001:db8::/32` or a single address. */

/** @returns why it is invalid, as a predicate without a subject; null if valid */
export function networkFault(network: string): string | null {
  if (readNetwork(network)) return null
  const address = readAddress(network.replace(/\/[^/]*$/, ''))
  if (!address) return 'is not an address such as 203.0.113.7 or a network such as 203.0.113.0/24'
  return `has no prefix from 0 to ${address.kind() === 'ipv4' ? 32 : 128}`
}

/** Whether an address is in one of the networks; an empty list allows all. */
export function isWithin(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true
  const parsed = readAddress(address)
  if (!parsed) return false
  return networks.some((network) => {
    const range = readNetwork(network)
    return range !== null && asIPv6(parsed).match(range)
  })
}

/** Whether two addresses are in the same network of a carrier or site: the same /24 of IPv4, or /64 of IPv6. */
export function isSameNetwork(one: string, other: string): boolean {
  const [a, b] = [readAddress(one), readAddress(other)]
  if (!a || !b) return one === other
  return a.kind() === b.kind() && asIPv6(a).match(asIPv6(b), a.kind() === 'ipv4' ? IPV4_PREFIX + 24 : 64)
}

/** An IPv4 address that came over an IPv6 socket, as itself. */
export function plainAddress(address: string): string {
  const parsed = readAddress(address)
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : address
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address is public: unicast, and in none of IANA's special-purpose registries (RFC 6890). IPv6 must be in
 * the only allocated block, which also excludes `::a.b.c.d`.
 */
export function isPublic(address: string): boolean {
  const parsed = readAddress(address)
  if (!parsed) return false
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST)
}

/**
 * Parses an address; IPv4-mapped IPv6 (`::ffff:a.b.c.d`) is IPv4.
 *
 * @returns null if invalid
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

/** The length of ::ffff:0:0/96, where all of IPv4 is in IPv6 (RFC 4291 §2.5.5.2). */
const IPV4_PREFIX = 96

const asIPv6 = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  address instanceof ipaddr.IPv4 ? address.toIPv4MappedAddress() : address

/** Both families as IPv6, so that they compare. @returns null where it is no network */
function readNetwork(network: string): [ipaddr.IPv6, number] | null {
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(network)) {
    const [address, bits] = ipaddr.IPv4.parseCIDR(network)
    return [address.toIPv4MappedAddress(), IPV4_PREFIX + bits]
  }
  if (ipaddr.IPv6.isValidCIDR(network)) return ipaddr.IPv6.parseCIDR(network)
  const address = readAddress(network)
  return address && [asIPv6(address), 128]
}
