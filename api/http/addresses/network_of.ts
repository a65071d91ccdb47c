import { readAddress } from '#db/networks.ts'

/**
 * The network that limits count: an IPv4 address, or the /64 of an IPv6 address, since one client can have 2^64
 * addresses (RFC 6177).
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
