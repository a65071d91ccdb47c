import { type Attributes, BadReport, type Report } from '../report.ts'
import { attributesOrNull } from '../shared/attributes.ts'
import { parseJson } from '../shared/parse_json.ts'
import { addOthers, measure, time } from '../shared/phone.ts'
import { reportOf } from '../shared/place.ts'
import { KMH, scaled } from '../shared/units.ts'

/**
 * A packet of a Meshtastic node, as a gateway node publishes it in JSON. Positions and telemetry are reports; texts,
 * names of nodes and routes are not.
 *
 * Sources: meshtastic.org/docs, "MQTT Integration"; the project's position and telemetry messages.
 *
 * @throws {BadReport}
 */
export function decodeMeshtastic(bytes: Uint8Array | string): MeshPacket {
  const root = parseJson(bytes)
  if (!isMembers(root)) throw new BadReport('payload: is not an object')
  const { from, id, type } = root
  if (!isNode(from)) throw new BadReport('from: is not the number of a node')
  const packet = { number: nodeId(from), id: typeof id === 'number' ? id : null }
  if (type !== 'position' && type !== 'telemetry') return { ...packet, report: null }
  const payload = root.payload
  if (!isMembers(payload)) throw new BadReport('payload.payload: is not an object')
  const radio: [string, unknown][] = [
    ['rssi', measure(root.rssi, -200, 100)],
    ['snr', measure(root.snr, -200, 100)],
    ['hops', measure(root.hops_away, 0, 255)],
  ]
  const received = timeOf(root.timestamp)
  return { ...packet, report: (type === 'position' ? position : telemetry)(payload, received, radio) }
}

/** A node's number as its app shows it, such as `!a1b2c3d4`. */
const nodeId = (number: number) => `!${number.toString(16).padStart(8, '0')}`

const isNode = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < BROADCAST
const BROADCAST = 2 ** 32 - 1

function position(payload: Members, received: number | null, radio: Attribute[]): Report | null {
  const lat = measure(payload.latitude_i, -900_000_000, 900_000_000)
  const lon = measure(payload.longitude_i, -1_800_000_000, 1_800_000_000)
  // A node without a fix sends zeros, or its time alone.
  if (lat === null || lon === null || (lat === 0 && lon === 0)) return null
  const track = measure(payload.ground_track, 0, 36_000_000)
  const attributes: Attributes = {}
  addOthers(attributes, [
    ['satellites_visible', measure(payload.sats_in_view, 1, 255)],
    ...dilutions.map((name): Attribute => [name.toLowerCase(), hundredths(payload[name])]),
    ...radio,
  ])
  return reportOf({
    fix_at: timeOf(payload.time) ?? timeOf(payload.timestamp) ?? received,
    valid: true,
    lat: lat / 1e7,
    lon: lon / 1e7,
    altitude: measure(payload.altitude, -20_000, 100_000),
    // The firmware fills it with km/h, though its description has m/s.
    speed: scaled(measure(payload.ground_speed, 0, 4_000), KMH),
    heading: track === null ? null : track / 1e5,
    accuracy: radiusOf(measure(payload.precision_bits, 1, 31)),
    attributes: attributesOrNull(attributes),
  })
}

const dilutions = ['HDOP', 'PDOP', 'VDOP']

function hundredths(value: unknown): number | null {
  const number = measure(value, 1, 10_000)
  return number === null ? null : number / 100
}

/** A channel may coarsen positions to their first bits: half of what is left, in metres of latitude. */
const radiusOf = (bits: number | null): number | null =>
  bits === null ? null : Math.round((2 ** (32 - bits) * 1e-7 * METRES_OF_A_DEGREE) / 2)

const METRES_OF_A_DEGREE = 111_320

function telemetry(payload: Members, received: number | null, radio: Attribute[]): Report | null {
  const level = measure(payload.battery_level, 0, POWERED)
  const attributes: Attributes = {}
  addOthers(attributes, [
    ['battery', level !== null && level < POWERED ? level : null],
    ['external_power', level === POWERED ? true : null],
    ['battery_volts', payload.battery_level === undefined ? null : measure(payload.voltage, 0.1, 100)],
    ['humidity', measure(payload.relative_humidity, 0, 100)],
    ['pressure', measure(payload.barometric_pressure, 1, 2_000)],
    ...Object.entries(payload)
      .filter(([name, value]) => typeof value === 'number' && !renamed.has(name))
      .slice(0, MAX_OTHERS),
  ])
  if (Object.keys(attributes).length === 0) return null
  addOthers(attributes, radio)
  return reportOf({ fix_at: received, attributes: attributesOrNull(attributes) })
}

/** The level of a node that is powered from outside. */
const POWERED = 101
const renamed = new Set(['battery_level', 'voltage', 'relative_humidity', 'barometric_pressure'])
const MAX_OTHERS = 40

/** Clocks of nodes without GPS are not set: such a time is unknown. */
function timeOf(value: unknown): number | null {
  try {
    return time('time', value)
  } catch {
    return null
  }
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Members = Record<string, unknown>
type Attribute = [string, unknown]

export type MeshPacket = {
  /** The node that sent it, such as `!a1b2c3d4`. */
  number: string
  /** The packet's own, which several gateway nodes may pass on. */
  id: number | null
  /** Null where it does not say where or how the node is. */
  report: Report | null
}
