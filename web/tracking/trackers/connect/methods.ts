import type { DevicePort } from '../../../core/types.ts'
import type { tracking } from '../../../locales/en/tracking.ts'

export type Method = keyof (typeof tracking.connect)['methods']

/** Connection methods that this server offers, in order of display. */
export function methodsOf(devices: DevicePort[]): { group: 'open' | 'apps' | 'devices'; methods: Method[] }[] {
  const own = devices.map(({ protocol }) => protocol).filter((name): name is Method => !others.has(name))
  return [
    { group: 'open', methods: ['mqtt', 'lorawan', 'meshtastic'] },
    { group: 'apps', methods: ['traccar', 'osmand', 'owntracks'] },
    ...(own.length > 0 ? [{ group: 'devices' as const, methods: own }] : []),
  ]
}

const others = new Set(['mqtt', 'mqtts', 'osmand', 'any'])

/**
 * The transport of a method in a tracker's `transports`: Traccar Client sends the number alone, OsmAnd's address has
 * the token.
 */
export const transportOf = (method: Method): string =>
  ({ traccar: 'osmand', osmand: 'osmand_token' })[method as string] ?? method

/** Whether a tracker may use a method. */
export const allows = (transports: string[], method: Method): boolean =>
  transports.includes(transportOf(method)) ||
  transports.includes(`${method}_udp`) ||
  (method === 'osmand' && transports.includes('osmand'))

/** The protocol of a transport of datagrams, such as `h02` of `h02_udp`; null for other transports. */
export const protocolOfUdp = (transport: string): string | null => /^(\w+)_udp$/.exec(transport)?.[1] ?? null

/** The method of a transport that is a device protocol, over TCP or UDP. */
export const methodOf = (transport: string): Method => (protocolOfUdp(transport) ?? transport) as Method

/** Transports that need the device token, in order of display; all others use the number alone. */
const tokenTransports = ['mqtt', 'owntracks', 'websocket', 'osmand_token', 'lorawan', 'meshtastic']
export const needsToken = (transport: string): boolean => tokenTransports.includes(transport)
