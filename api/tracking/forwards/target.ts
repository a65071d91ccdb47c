import { isIP } from 'node:net'
import type { ForwardFormat, ForwardPreset, ForwardProtocol } from '#db/tables/tracking/report_forward.ts'
import { wrong } from '../../http/errors.ts'

/**
 * Where reports are forwarded to, whole: what a preset or a protocol leaves open is filled in, and what the protocol does
 * not have is empty. Whether the address is public is checked when it is connected to, as a name may change.
 *
 * @throws {AppError} that names the field
 */
export function targetOf(settings: Settings): Target {
  const preset = settings.preset ?? null
  const protocol = preset === null ? (settings.protocol ?? 'wialon') : presets[preset]
  if (settings.protocol !== undefined && settings.protocol !== protocol) {
    throw wrong('protocol', `is ${protocol} with this preset.`)
  }
  const target = { ...none, preset, protocol }
  if (protocol === 'mqtt') return { ...target, ...brokerOf(settings) }
  if (protocol === 'kafka' || protocol === 'nats' || protocol === 'amqp') {
    return { ...target, ...busOf({ ...settings, protocol }) }
  }
  if (protocol === 'http') return { ...target, ...(preset === 'traccar' ? traccarOf(settings) : urlOf(settings)) }
  return { ...target, host: hostOf(settings), port: required('port', settings.port) }
}

function brokerOf({ preset, host, port, tls = false, username = null, topic, format }: Settings) {
  const filled = topic ?? (preset === 'home_assistant' ? 'ringfence' : 'ringfence/{organisation}/{number}')
  const rest = filled.replace(/\{(organisation|id|number)\}/g, '')
  if (/[+#{}\0]/.test(rest))
    throw wrong('topic', 'has + or #, or another placeholder than {organisation}, {id} or {number}.')
  if (/^\$|^\/|\/$/.test(filled)) throw wrong('topic', 'begins with $ or /, or ends with /.')
  if (preset === 'home_assistant' && rest !== filled)
    throw wrong('topic', 'has a placeholder, which this preset fills in.')
  return {
    host: hostOf({ host }),
    port: port ?? (tls ? 8883 : 1883),
    tls,
    username,
    topic: filled,
    format: preset === 'home_assistant' ? ('home_assistant' as const) : shapeOf(format),
  }
}

/** Kafka, NATS and AMQP: each has its own usual port and words of its topics. */
function busOf({ host, port, tls = false, username = null, topic, format, protocol }: Settings & { protocol: Bus }) {
  const { ports, usual, pattern, says } = busses[protocol]
  const filled = topic ?? usual
  if (!pattern.test(filled.replace(/\{(organisation|id|number)\}/g, '1'))) throw wrong('topic', says)
  return {
    host: hostOf({ host }),
    port: port ?? ports[tls ? 1 : 0],
    tls,
    username,
    topic: filled,
    format: shapeOf(format),
  }
}

type Bus = 'kafka' | 'nats' | 'amqp'
const parted = 'ringfence.{organisation}.{number}'
const WORDS =
  'is not made of words of letters, digits, _ or - with dots between them, {organisation}, {id} or {number}.'
const words = /^[\w-]+(\.[\w-]+)*$/
const busses: Record<Bus, { ports: [number, number]; usual: string; pattern: RegExp; says: string }> = {
  kafka: {
    ports: [9092, 9093],
    usual: 'ringfence',
    pattern: /^(?!\.{1,2}$)[\w.-]{1,200}$/,
    says: 'has other characters than letters, digits, . _ or -, or another placeholder than {organisation}, {id} or {number}.',
  },
  nats: { ports: [4222, 4222], usual: parted, pattern: words, says: WORDS },
  amqp: { ports: [5672, 5671], usual: parted, pattern: words, says: WORDS },
}

/** A server that takes reports of phones: its port for these, unless another one is given. */
function traccarOf({ host, port = 5055, tls = false }: Settings) {
  const name = hostOf({ host })
  const url = `${tls ? 'https' : 'http'}://${isIP(name) === 6 ? `[${name}]` : name}:${port}/`
  return { host: name, port, tls, url, format: 'osmand' as const }
}

function urlOf({ url, format }: Settings) {
  const address = URL.canParse(url ?? '') ? new URL(url!) : null
  if (!address || !['http:', 'https:'].includes(address.protocol)) {
    throw wrong('url', 'is not an address that begins with https:// or http://.')
  }
  if (address.username || address.password) throw wrong('url', 'has a name or password: give it as the password.')
  const tls = address.protocol === 'https:'
  const port = Number(address.port) || (tls ? 443 : 80)
  return { host: address.hostname.replace(/^\[|\]$/g, ''), port, tls, url: url!, format: shapeOf(format) }
}

/** Other formats are those of presets. */
function shapeOf(format: ForwardFormat = 'ringfence'): ForwardFormat {
  if (format === 'ringfence' || format === 'traccar') return format
  throw wrong('format', 'is ringfence or traccar; others come with a preset.')
}

function hostOf({ host: text }: Settings): string {
  const host = required('host', text).trim().toLowerCase()
  const is_name = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/.test(
    host,
  )
  if (isIP(host) === 0 && !is_name) throw wrong('host', 'is neither a host name nor an address.')
  return host
}

function required<T>(field: string, value: T | undefined): T {
  if (value === undefined) throw wrong(field, 'is missing.')
  return value
}

const presets = { home_assistant: 'mqtt', traccar: 'http' } as const satisfies Record<ForwardPreset, ForwardProtocol>

const none = { url: null, tls: false, username: null, topic: null, format: 'ringfence' } as const

export type Target = {
  host: string
  port: number
  protocol: ForwardProtocol
  preset: ForwardPreset | null
  url: string | null
  tls: boolean
  username: string | null
  topic: string | null
  format: ForwardFormat
}
export type Settings = { [K in keyof Target]?: Target[K] | undefined }
