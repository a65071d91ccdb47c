import { type Attributes, BadReport, type Report } from '../report.ts'
import { attributesOrNull } from '../shared/attributes.ts'
import { parseJson } from '../shared/parse_json.ts'
import { addOthers, measure, time } from '../shared/phone.ts'
import { type Payload, type Place, readPayload } from './payload.ts'

/**
 * An event that a LoRaWAN network server sends to a webhook: The Things Stack v3 and ChirpStack v4 as JSON. Uplinks and
 * positions that the network found are reports, and so is a battery level; joins, acknowledgements and logs are not.
 *
 * Sources: thethingsindustries.com/docs, "Data Formats"; chirpstack.io/docs, "Event types".
 *
 * @throws {BadReport}
 */
export function decodeLorawan(payload: Uint8Array | string): LorawanEvent {
  const root = object('payload', parseJson(payload))
  if (root.end_device_ids !== undefined) return decodeThingsStack(root)
  if (root.deviceInfo !== undefined) return decodeChirpStack(root)
  throw new BadReport('payload: has neither end_device_ids of The Things Stack nor deviceInfo of ChirpStack')
}

function decodeThingsStack(root: Members): LorawanEvent {
  const ids = object('end_device_ids', root.end_device_ids)
  const number = deviceEui('end_device_ids.dev_eui', ids.dev_eui)
  const solved = members(root.location_solved)
  if (root.uplink_message === undefined) {
    const place = placeOf(members(solved.location))
    const reports = place ? [reportOf({ place, fix_at: timeOf('received_at', root.received_at) })] : []
    return { network: 'things_stack', number, frame: null, reports }
  }
  const uplink = object('uplink_message', root.uplink_message)
  const decoded = readPayload(uplink.decoded_payload ?? uplink.normalized_payload)
  const found = decoded.place ?? locatedIn(members(uplink.locations))
  const attributes: Attributes = { ...decoded.attributes }
  addOthers(attributes, [
    ['battery', measure(members(uplink.last_battery_percentage).value, 0, 100)],
    ['index', measure(uplink.f_cnt, 0, 2 ** 32)],
    ['port', measure(uplink.f_port, 0, 255)],
    ...radio(uplink.rx_metadata),
    ['simulated', root.simulated === true ? true : null],
  ])
  const received = timeOf('received_at', uplink.received_at ?? root.received_at)
  return {
    network: 'things_stack',
    number,
    frame: frameOf(ids.dev_addr, uplink.f_cnt),
    reports: [reportOf({ ...decoded, place: found, fix_at: decoded.fix_at ?? received, attributes })],
  }
}

function decodeChirpStack(root: Members): LorawanEvent {
  const number = deviceEui('deviceInfo.devEui', object('deviceInfo', root.deviceInfo).devEui)
  const fix_at = timeOf('time', root.time)
  const place = placeOf(members(root.location))
  if (root.fCnt === undefined || root.rxInfo === undefined) {
    const battery = root.batteryLevelUnavailable === true ? null : measure(root.batteryLevel, 0, 100)
    const attributes: Attributes = {}
    addOthers(attributes, [
      ['battery', battery],
      ['external_power', root.externalPowerSource === true ? true : null],
    ])
    const says = place !== null || Object.keys(attributes).length > 0
    return {
      network: 'chirpstack',
      number,
      frame: null,
      reports: says ? [reportOf({ place, fix_at, attributes })] : [],
    }
  }
  const decoded = readPayload(root.object)
  const attributes: Attributes = { ...decoded.attributes }
  addOthers(attributes, [
    ['index', measure(root.fCnt, 0, 2 ** 32)],
    ['port', measure(root.fPort, 0, 255)],
    ...radio(root.rxInfo),
  ])
  return {
    network: 'chirpstack',
    number,
    frame: frameOf(root.devAddr, root.fCnt),
    reports: [reportOf({ ...decoded, fix_at: decoded.fix_at ?? fix_at, attributes })],
  }
}

/** Where the network found the device. What a person has entered in its console is no measurement. */
function locatedIn(locations: Members): Place | null {
  const found = Object.values(locations)
    .map(members)
    .filter(({ source }) => source !== 'SOURCE_REGISTRY' && source !== 'SOURCE_UNKNOWN')
    .map(placeOf)
  return found.find((place) => place !== null) ?? null
}

function placeOf({ latitude, longitude, altitude, accuracy }: Members): Place | null {
  const [lat, lon] = [measure(latitude, -90, 90), measure(longitude, -180, 180)]
  if (lat === null || lon === null || (lat === 0 && lon === 0)) return null
  return {
    lat,
    lon,
    altitude: measure(altitude, -20_000, 100_000),
    accuracy: measure(accuracy, 1, 40_000_000),
    heading: null,
    speed: null,
  }
}

function reportOf({ place, fix_at, alarm = null, attributes = {} }: Partial<Payload>): Report {
  return {
    fix_at: fix_at ?? null,
    valid: Boolean(place),
    lon: place?.lon ?? null,
    lat: place?.lat ?? null,
    altitude: place?.altitude ?? null,
    heading: place?.heading ?? null,
    speed: place?.speed ?? null,
    accuracy: place?.accuracy ?? null,
    event: alarm ?? (place ? 'position' : 'status'),
    alarm,
    attributes: attributesOrNull(attributes),
    seq: null,
  }
}

/** Of the gateway that heard it best. */
function radio(heard: unknown): [string, unknown][] {
  const gateways = Array.isArray(heard) ? heard.slice(0, 100).map(members) : []
  const best = (name: string) => gateways.flatMap((one) => measure(one[name], -200, 100) ?? [])
  const [rssi, snr] = [best('rssi'), best('snr')]
  return [
    ['rssi', rssi.length > 0 ? Math.max(...rssi) : null],
    ['snr', snr.length > 0 ? Math.max(...snr) : null],
    ['gateways', gateways.length > 0 ? gateways.length : null],
  ]
}

/** A frame of a device's session, which a network may deliver twice. */
const frameOf = (address: unknown, counter: unknown): string | null =>
  typeof counter === 'number' ? `${typeof address === 'string' ? address.slice(0, 16) : ''} ${counter}` : null

/** A network server sends what it likes in a field that is not the time of a fix: such a time is unknown. */
function timeOf(name: string, value: unknown): number | null {
  try {
    return time(name, value)
  } catch {
    return null
  }
}

function deviceEui(name: string, value: unknown): string {
  if (value === undefined || value === null || value === '') throw new BadReport(`${name}: is missing`)
  if (typeof value !== 'string' || !/^[0-9a-f]{16}$/i.test(value)) {
    throw new BadReport(`${name}: is not 16 hexadecimal digits`)
  }
  return value.toUpperCase()
}

function object(name: string, value: unknown): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members
  throw new BadReport(value === undefined ? `${name}: is missing` : `${name}: is not an object`)
}

const members = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}

type Members = Record<string, unknown>

export type LorawanEvent = {
  network: 'things_stack' | 'chirpstack'
  /** The DevEUI. */
  number: string
  /** What identifies the frame of an uplink; null for other events. */
  frame: string | null
  reports: Report[]
}
