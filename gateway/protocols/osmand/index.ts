import { type Attributes, BadReport, type Report } from '../report.ts'
import { attributesOrNull } from '../shared/attributes.ts'
import { lookUp } from '../shared/look_up.ts'
import {
  addOthers,
  alarmWord,
  degrees,
  flag,
  METRES_PER_SECOND_OF_A_KNOT,
  measure,
  time,
  toNumber,
  word,
} from '../shared/phone.ts'

/**
 * A report as OsmAnd sends it, in the parameters of a request: `id` or `deviceid`, `lat` and `lon` or
 * `location=lat,lon`, `timestamp`, `speed` in knots, `bearing` or `heading`, `altitude` and `accuracy` in metres, `hdop`,
 * `batt` in percent, `charge`, `valid`, `alarm`, `cell=mcc,mnc,lac,cid[,dBm]`, `wifi=mac,dBm`. Others become attributes.
 *
 * Source: osmand.net, "Trip recording plugin, online tracking"; traccar.org/osmand.
 *
 * @throws {BadReport}
 */
export function decodeOsmandQuery(query: string): Addressed {
  const parameters = new URLSearchParams(query)
  if (parameters.size > MAX_PARAMETERS) throw new BadReport(`query: has more than ${MAX_PARAMETERS} parameters`)
  const first = (...names: string[]) => {
    for (const name of names) {
      const value = parameters.get(name)
      if (value) return value
    }
    return null
  }
  const position = whereabouts(first('lat'), first('lon'), first('location'))
  const alarm = alarmWord(first('alarm'))
  const report: Report = {
    fix_at: time('timestamp', first('timestamp')),
    valid: position !== null && isValid(first('valid')),
    lat: position?.lat ?? null,
    lon: position?.lon ?? null,
    altitude: measure(first('altitude'), -20_000, 100_000),
    heading: heading(first('bearing', 'heading')),
    speed: inMetresPerSecond(first('speed')),
    accuracy: measure(first('accuracy', 'hacc'), 0, 40_000_000),
    event: word(first('event')) ?? alarm ?? (position ? 'position' : 'status'),
    alarm,
    attributes: queryAttributes(parameters),
    seq: null,
  }
  return { number: first('id', 'deviceid'), token: first('token', 'secret'), reports: [report] }
}

const MAX_PARAMETERS = 100

function whereabouts(lat: string | null, lon: string | null, location: string | null): Position | null {
  const [of_lat, of_lon] = location?.split(',') ?? []
  const coordinates = { lat: lat ?? of_lat, lon: lon ?? of_lon }
  if (coordinates.lat === undefined && coordinates.lon === undefined) return null
  const position = { lat: degrees('lat', coordinates.lat), lon: degrees('lon', coordinates.lon) }
  // Apps without a fix send 0, 0, which is in the ocean.
  return position.lat === 0 && position.lon === 0 ? null : position
}

const isValid = (text: string | null) => text === null || flag(text.toLowerCase()) === true

function heading(value: unknown): number | null {
  const angle = measure(value, 0, 720)
  return angle === null ? null : angle % 360
}

function inMetresPerSecond(knots: unknown): number | null {
  const speed = measure(knots, 0, 40_000)
  return speed === null ? null : speed * METRES_PER_SECOND_OF_A_KNOT
}

function queryAttributes(parameters: URLSearchParams): Attributes | null {
  const attributes: Attributes = {}
  const cells = parameters.getAll('cell').map(cell)
  const wifi = parameters.getAll('wifi').map(accessPoint)
  if (cells.length > 0) attributes.network = cells.length === 1 ? cells[0] : cells
  if (wifi.length > 0) attributes.wifi = wifi
  const others = [...parameters].filter(([name]) => !taken.has(name))
  addOthers(
    attributes,
    others.map(([key, value]) => {
      const name = lookUp(aliases, key) ?? key
      return [name, attribute(name, value)]
    }),
  )
  return attributesOrNull(attributes)
}

/** `mcc,mnc,lac,cid[,dBm]` */
function cell(text: string) {
  const [mcc, mnc, lac, cid, signal] = text.split(',').map(toNumber)
  if (![mcc, mnc, lac, cid].every(Number.isFinite)) throw new BadReport('cell: is not mcc,mnc,lac,cid')
  return { mcc, mnc, lac, cid, ...(Number.isFinite(signal) && { signal }) }
}

/** `mac,dBm`; as a part of an address some write the bytes with hyphens. */
function accessPoint(text: string) {
  const [mac = '', signal = ''] = text.split(',')
  if (!/^([0-9a-f]{2}[:-]?){6}$/i.test(mac)) throw new BadReport('wifi: is not mac,dBm')
  const dbm = toNumber(signal)
  return { mac: mac.replaceAll('-', ':'), ...(Number.isFinite(dbm) && { signal: dbm }) }
}

/** Parses a parameter as a number or boolean if it looks like one. */
function attribute(name: string, text: string): unknown {
  if (name === 'driver' || name === 'card' || name === 'vin') return text
  if (name === 'battery') return measure(text, 0, 100)
  if (switches.has(name)) return /^(on|off)$/i.test(text) ? text.toLowerCase() === 'on' : (flag(text) ?? text)
  const number = toNumber(text)
  if (Number.isFinite(number)) return number
  return text === 'true' ? true : text === 'false' ? false : text
}

const switches = new Set(['charging', 'ignition', 'motion'])

/** Fields that are not attributes. `token` and `secret` are stored nowhere. */
const taken = new Set(
  'id deviceid token secret timestamp lat lon location valid altitude bearing heading speed accuracy hacc event alarm cell wifi'.split(
    ' ',
  ),
)

const aliases: Record<string, string> = {
  batt: 'battery',
  batteryLevel: 'battery',
  batterylevel: 'battery',
  battery_level: 'battery',
  charge: 'charging',
  driverUniqueId: 'driver',
  power: 'power_volts',
  sat: 'satellites',
  satVisible: 'satellites_visible',
  vacc: 'altitude_accuracy',
}

type Position = { lat: number; lon: number }

/** Reports, and whom they are of. */
export type Addressed = { number: string | null; token: string | null; reports: Report[] }
