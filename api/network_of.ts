import { isIPv6 } from 'node:net'

/**
 * Whom limits count for an address: IPv4 as it is, of IPv6 the first 64 bits, since whoever has one such address has
 * 2^64 of them (RFC 6177).
 *
 * @example networkOf('2001:db8:1:2::7') // '2001:db8:1:2::/64'
 */
export function networkOf(ip: string): string {
  const address = ip.split('%')[0]!.toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)
  if (mapped) return mapped[1]!
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split('::')
  const first = head.split(':').filter(Boolean)
  const last = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array<string>(8 - first.length - last.length).fill('0')
  const groups = [...first, ...zeros, ...last].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/64`
}
