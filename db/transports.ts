/**
 * The transports in `tracker.transports`. Includes the names of device protocols (`gateway/protocols/index.ts`), since
 * the API validates them and does not import the gateway.
 */

/**
 * Transports with a device token. `mqtt` covers everything over MQTT; `osmand_token` is OsmAnd with a token; `lorawan`
 * and `meshtastic` take an API key as well.
 */
export const TOKEN_TRANSPORTS = ['mqtt', 'owntracks', 'websocket', 'osmand_token', 'lorawan', 'meshtastic'] as const

/** Protocols over TCP: the number alone identifies a device. */
export const DEVICE_PROTOCOLS = [
  'ais',
  'castel',
  'eelink',
  'galileo',
  'gl200',
  'gps103',
  'gpsgate',
  'gt06',
  'h02',
  'jt808',
  'meitrack',
  'minifinder2',
  'ruptela',
  'suntech',
  't55',
  't800x',
  'teltonika',
  'tk103',
  'totem',
  'watch',
  'wialon',
] as const

/** Protocols without datagrams. */
const TCP_ONLY = ['gt06', 'suntech', 'totem', 'watch'] as const
type Datagrams = Exclude<DeviceProtocol, (typeof TCP_ONLY)[number]>

/** The transport of a protocol's datagrams, whose source addresses can be forged. */
export const udpOf = <Name extends string>(protocol: Name) => `${protocol}_udp` as const

/** Protocols over UDP. Each must be allowed for a tracker. */
export const UDP_TRANSPORTS = DEVICE_PROTOCOLS.filter(
  (name): name is Datagrams => !(TCP_ONLY as readonly string[]).includes(name),
).map(udpOf)

export const TRANSPORTS = [...TOKEN_TRANSPORTS, 'osmand', ...DEVICE_PROTOCOLS, ...UDP_TRANSPORTS] as const

type DeviceProtocol = (typeof DEVICE_PROTOCOLS)[number]
export type Transport = (typeof TRANSPORTS)[number]

/** Whether the transport exists. */
export const isTransport = (name: string): name is Transport => (TRANSPORTS as readonly string[]).includes(name)

/** Whether a device speaks a protocol of its maker by it, over TCP or UDP. */
export const isProtocol = (name: string): boolean =>
  ([...DEVICE_PROTOCOLS, ...UDP_TRANSPORTS] as readonly string[]).includes(name)

/** Whether a transport requires the device token. */
export const needsToken = (name: string): boolean => (TOKEN_TRANSPORTS as readonly string[]).includes(name)
