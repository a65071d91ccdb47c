import type { Server, Socket } from 'node:net'
import { isWithin } from '#db/networks.ts'
import type { ApiConfig } from '../../context.ts'
import { networkOf } from '../addresses/network_of.ts'

/**
 * Limits the open connections of one address: excess connections are destroyed before anything is read. Connections of
 * trusted proxies are not counted, since they carry many clients.
 *
 * @param onRefused receives the network, once until it falls below the limit again
 */
export function boundConnections(
  server: Server,
  { http_per_address, trust_proxy }: Pick<ApiConfig, 'http_per_address' | 'trust_proxy'>,
  onRefused: (network: string) => void,
): void {
  const open = new Map<string, number>()
  const refused = new Set<string>()
  const proxies = trust_proxy.flatMap((address) => named[address] ?? [address])
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (proxies.length > 0 && isWithin(proxies, address)) return
    const network = networkOf(address)
    const count = open.get(network) ?? 0
    if (count >= http_per_address) {
      if (!refused.has(network)) onRefused(network)
      refused.add(network)
      socket.destroy()
      return
    }
    open.set(network, count + 1)
    socket.once('close', () => {
      const left = open.get(network)! - 1
      refused.delete(network)
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}

/** Named ranges of TRUST_PROXY, as Fastify reads them. */
const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}
