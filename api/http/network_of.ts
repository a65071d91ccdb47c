import { readAddress } from '#db/networks.ts'

/**
 * Whom limits count for an address: IPv4 as it is, of IPv6 the first 64 bits, since whoever has one such address has
 * 2^64 of them (RFC 6177).
 *
 * @example networkOf('2001:db8:1:2::7') // '2001:db8:1:2::/64'
 */
export function networkOf(ip: string): string {
  const address = readAddress(ip)
  if (!address) return ip
  if ('octets' in address) return address.toString()
  const groups = address.parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
