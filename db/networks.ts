import { BlockList, isIP } from 'node:net'

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

/** An IPv4 address that came over an IPv6 socket, as itself. */
export const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')
