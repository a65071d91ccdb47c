import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { type GatewayConfig, mqttLimits, phoneLimits, tcpLimits } from '#gateway/config.ts'
import { protocols } from '#gateway/protocols/index.ts'
import { ANY, PORT_OF_ANY } from '#gateway/transports/tcp/any_port.ts'
import type { Settings } from './settings.ts'
import { portSettingOf } from './settings_devices.ts'
import { SettingError } from './values.ts'

/** @throws {SettingError} if two ports are equal, or the certificate is invalid */
export function gatewayConfig(settings: Settings): GatewayConfig {
  return {
    host: settings.HOST,
    transports: settings.ROLE !== 'api',
    retain_days: settings.RETAIN_DAYS,
    close_days: settings.HISTORY_CLOSE_DAYS,
    closes: settings.ROLE !== 'gateway',
    phones: {
      osmand_port: settings.OSMAND_PORT,
      limits: {
        ...phoneLimits,
        connections: settings.PHONE_MAX_CONNECTIONS,
        per_address: settings.PHONE_MAX_PER_ADDRESS,
        rate: settings.PHONE_RATE,
      },
    },
    mqtt: {
      port: settings.MQTT_PORT,
      tls_port: settings.MQTTS_PORT,
      limits: {
        ...mqttLimits,
        connections: settings.MQTT_MAX_CONNECTIONS,
        per_address: settings.MQTT_MAX_PER_ADDRESS,
        packet_bytes: settings.MQTT_MAX_PACKET,
        rate: settings.MQTT_RATE,
      },
    },
    tcp: {
      ports: portsOf(settings),
      forgive: settings.TCP_FORGIVE,
      week_rollover: weekRolloverOf(settings),
      limits: {
        ...tcpLimits,
        connections: settings.TCP_MAX_CONNECTIONS,
        per_address: settings.TCP_MAX_PER_ADDRESS,
        frame_bytes: settings.TCP_MAX_FRAME,
        first_frame_ms: 1000 * settings.TCP_SIGN_IN_S,
        frame_ms: 1000 * settings.TCP_SIGN_IN_S,
        idle_ms: 1000 * settings.TCP_IDLE_S,
        rate: settings.TCP_RATE,
      },
    },
    // Where no devices connect nothing is followed.
    roads:
      settings.ROADS_FILE && settings.ROLE !== 'api'
        ? { file: settings.ROADS_FILE, data_dir: resolve(settings.DATA_DIR) }
        : null,
    tls: tlsOf(settings),
  }
}

/** The families that are known for it, unless the setting names others; `off` is none. */
function weekRolloverOf({ TCP_WEEK_ROLLOVER: names }: Settings): string[] {
  if (names.length > 0) return names.filter((name) => name !== 'off')
  return protocols.filter(({ week_rollover }) => week_rollover).map(({ name }) => name)
}

/** By the protocol's name, and `any`; a port that is set for one protocol overrides `TCP_PORTS`. */
function portsOf(settings: Settings): Record<string, number | null> {
  const taken = new Map<number, string>()
  return Object.fromEntries(
    [{ name: ANY, port: PORT_OF_ANY }, ...protocols].map((protocol) => {
      const name = portSettingOf(protocol.name)
      const own = settings[name] ?? null
      const is_default = own === protocol.port
      const port = is_default && settings.TCP_PORTS !== 'customary' ? byRule[settings.TCP_PORTS] : own
      if (port) {
        const other = taken.get(port)
        if (other) throw new SettingError(`${other} and ${name} are both ${port}: give each a port of its own.`)
        taken.set(port, name)
      }
      return [protocol.name, port]
    }),
  )
}

const byRule = { any: 0, off: null }

function tlsOf({ TLS_CERT: cert, TLS_KEY: key }: Settings): GatewayConfig['tls'] {
  if (!cert && !key) return null
  for (const [name, path] of Object.entries({ TLS_CERT: cert, TLS_KEY: key })) {
    if (!path) throw new SettingError(`${name} is missing: TLS needs TLS_CERT and TLS_KEY.`)
    if (!existsSync(path)) throw new SettingError(`${name} is "${path}": there is no such file.`)
  }
  try {
    createSecureContext({ cert: readFileSync(cert), key: readFileSync(key) })
  } catch (error) {
    throw new SettingError(`TLS_CERT and TLS_KEY cannot be used together: ${(error as Error).message}.`)
  }
  return { cert, key }
}
