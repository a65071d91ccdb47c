import { existsSync, readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { type GatewayConfig, tcpLimits } from '#gateway/config.ts'
import { protocols } from '#gateway/protocols/index.ts'
import { choice, integer, list, SettingError } from './values.ts'

/** A setting for the port of each device protocol. */
export const portSettings: Record<PortSetting, readonly [string, string]> = Object.fromEntries(
  protocols.map(({ name, port, udp }) => [
    settingOf(name),
    [String(port), `${name} devices over TCP${udp ? ' and UDP' : ''}; 0 is off, any is any free port`] as const,
  ]),
)

export function readTcp(text: Text): GatewayConfig['tcp'] {
  const seconds = (name: 'TCP_SIGN_IN_S' | 'TCP_IDLE_S') => 1000 * integer(name, text(name), 1, 86_400)
  return {
    ports: readPorts(text),
    forgive: list(text('TCP_FORGIVE')).map((name) => {
      if (protocols.some((protocol) => protocol.name === name)) return name
      throw new SettingError(`TCP_FORGIVE has "${name}": give names of ${protocols.map((p) => p.name).join(', ')}.`)
    }),
    limits: {
      ...tcpLimits,
      connections: integer('TCP_MAX_CONNECTIONS', text('TCP_MAX_CONNECTIONS'), 1, 1_000_000),
      per_address: integer('TCP_MAX_PER_ADDRESS', text('TCP_MAX_PER_ADDRESS'), 1, 1_000_000),
      frame_bytes: integer('TCP_MAX_FRAME', text('TCP_MAX_FRAME'), 256, 1024 * 1024),
      first_frame_ms: seconds('TCP_SIGN_IN_S'),
      frame_ms: seconds('TCP_SIGN_IN_S'),
      idle_ms: seconds('TCP_IDLE_S'),
      rate: integer('TCP_RATE', text('TCP_RATE'), 1, 1_000_000),
    },
  }
}

export function readTls(text: Text): GatewayConfig['tls'] {
  const [cert, key] = [text('TLS_CERT'), text('TLS_KEY')]
  if (!cert && !key) return null
  for (const [name, path] of [
    ['TLS_CERT', cert],
    ['TLS_KEY', key],
  ] as const) {
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

function readPorts(text: Text): Record<string, number | null> {
  const rule = choice('TCP_PORTS', text('TCP_PORTS'), ['customary', 'any', 'off'] as const)
  const taken = new Map<number, string>()
  return Object.fromEntries(
    protocols.map((protocol) => {
      const name = settingOf(protocol.name)
      const given = text(name)
      // What is said of one protocol goes before what is said of all.
      const port = given === String(protocol.port) && rule !== 'customary' ? byRule[rule] : readPort(name, given)
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

export function readPort(name: string, given: string): number | null {
  if (given === 'any') return 0
  return integer(name, given, 0, 65_535) || null
}

function settingOf(protocol: string): PortSetting {
  return `TCP_PORT_${protocol.toUpperCase()}`
}

export type PortSetting = `TCP_PORT_${string}`
type Text = (
  name:
    | PortSetting
    | 'TCP_PORTS'
    | 'TCP_FORGIVE'
    | 'TCP_MAX_CONNECTIONS'
    | 'TCP_MAX_PER_ADDRESS'
    | 'TCP_MAX_FRAME'
    | 'TCP_SIGN_IN_S'
    | 'TCP_IDLE_S'
    | 'TCP_RATE'
    | 'TLS_CERT'
    | 'TLS_KEY',
) => string
