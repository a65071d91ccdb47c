import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/**
 * Whether a browser on this machine asks, and no reverse proxy on it for another. A proxy connects from this machine
 * too, so what it adds or a browser says of itself counts as well: headers of proxies, the name in Host, Origin.
 */
export function isOnThisMachine({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean {
  if (PROXY_HEADERS.some((name) => headers[name] !== undefined)) return false
  const origin = headers.origin ?? `http://${headers.host}`
  return isLoopback(socket.remoteAddress ?? '') && isLocalUrl(`http://${headers.host}`) && isLocalUrl(origin)
}

/** Whether a URL names this machine: `localhost` or a loopback address. */
export function isLocalUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''))
}

/** IPv4 in IPv6 (`::ffff:127.0.0.1`) is what a dual-stack socket gives. */
const isLoopback = (address: string) => ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'cf-connecting-ip',
  'true-client-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-forwarded-port',
]
