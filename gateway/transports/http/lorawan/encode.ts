import type { ClaimedCommand } from '../../../links/command.ts'

/**
 * A downlink of a custom command: its text is the port and the bytes, such as `2:01ff`, or `{"port": 2, "payload": {}}`
 * for the encoder of the device at the network server.
 *
 * Sources: thethingsindustries.com/docs, "Scheduling Downlinks"; chirpstack.io/docs, REST API, DeviceService.Enqueue.
 *
 * @returns the request's body, or the reason why it cannot be said
 */
export function encodeForLorawan(
  { id, type, text }: Pick<ClaimedCommand, 'id' | 'type' | 'text'>,
  network: 'things_stack' | 'chirpstack',
): object | string {
  if (type !== 'custom') return `type: a LoRaWAN device takes no command ${type}, only a text of its own`
  const downlink = bytesIn(text ?? '') ?? payloadIn(text ?? '')
  if (downlink === null) return `text: ${FORMS}`
  const { port, data, payload } = downlink
  if (port < 1 || port > MOST_PORT) return `text: the port is a whole number from 1 to ${MOST_PORT}`
  if (network === 'chirpstack') {
    return { queueItem: { confirmed: false, fPort: port, ...(data === undefined ? { object: payload } : { data }) } }
  }
  const said = data === undefined ? { decoded_payload: payload } : { frm_payload: data }
  return { downlinks: [{ ...said, f_port: port, priority: 'NORMAL', correlation_ids: [`ringfence:command:${id}`] }] }
}

function bytesIn(text: string): Downlink | null {
  const [, port, hex = ''] = /^\s*(\d{1,3})\s*:\s*((?:[0-9a-f]{2}\s?){1,242})\s*$/i.exec(text) ?? []
  if (port === undefined) return null
  return { port: Number(port), data: Buffer.from(hex.replace(/\s/g, ''), 'hex').toString('base64') }
}

function payloadIn(text: string): Downlink | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const { port, payload } = (value ?? {}) as { port?: unknown; payload?: unknown }
  const is_object = typeof payload === 'object' && payload !== null && !Array.isArray(payload)
  return Number.isInteger(port) && is_object ? { port: Number(port), payload } : null
}

const FORMS = 'is neither a port and bytes, such as 2:01ff, nor {"port": 2, "payload": {…}} for the encoder'
/** LoRaWAN 1.0.4 §4.3.2: the ports of applications. */
const MOST_PORT = 223

type Downlink = { port: number; data?: string; payload?: object }
