/**
 * How a tracker may report, as `tracker.transports` lists it. The names of device protocols stand here too, since the
 * API checks them and knows nothing of the gateway; `gateway/protocols/index.ts` has the protocols themselves.
 */

/** The device token is needed. `mqtt` covers all that is said over MQTT; `osmand_token` is OsmAnd's way with a token. */
export const TOKEN_TRANSPORTS = ['mqtt', 'owntracks', 'websocket', 'osmand_token'] as const

/** Protocols over TCP and UDP: the number alone says who a device is. */
export const DEVICE_PROTOCOLS = [
  'gl200',
  'gps103',
  'gpsgate',
  'gt06',
  'h02',
  'meitrack',
  'suntech',
  't55',
  'teltonika',
  'tk103',
  'totem',
] as const

export const TRANSPORTS = [...TOKEN_TRANSPORTS, 'osmand', ...DEVICE_PROTOCOLS] as const

export type Transport = (typeof TRANSPORTS)[number]

/** Whether there is such a transport. */
export const isTransport = (name: string): name is Transport => (TRANSPORTS as readonly string[]).includes(name)

/** Whether a transport asks for the device token. */
export const needsToken = (name: string): boolean => (TOKEN_TRANSPORTS as readonly string[]).includes(name)
