import { type Attributes, BadReport, type Report } from '../report.ts'
import { attributesOrNull } from '../shared/attributes.ts'
import { lookUp } from '../shared/look_up.ts'
import { parseJson } from '../shared/parse_json.ts'
import { addOthers, degrees, flag, measure, time, word } from '../shared/phone.ts'

/**
 * A message of OwnTracks, as it comes over HTTP and MQTT. `location` and `transition` are reports. The others say what a
 * person has set up in the app (`waypoint`, `card`, …), which is of no use here.
 *
 * Source: owntracks.org/booklet/tech/json.
 *
 * @throws {BadReport} for what is not understood or cannot be read; encrypted messages are among these
 */
export function decodeOwntracks(payload: Uint8Array | string): Owntracks {
  if (payload.length === 0) return { kind: 'empty', reports: [], monitoring: null }
  const value = parseJson(payload)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadReport('payload: is not an object')
  }
  const message = value as Record<string, unknown>
  if (typeof message._type !== 'string') throw new BadReport('_type: is missing')
  switch (message._type) {
    case 'location':
      return { kind: 'location', reports: [decodeLocation(message)], monitoring: measure(message.m, -1, 2) }
    case 'transition':
      return { kind: 'transition', reports: [decodeTransition(message)], monitoring: null }
    case 'encrypted':
      throw new BadReport('_type: the message is encrypted, and there is no key here; switch the app’s encryption off')
    case 'lwt':
      return { kind: 'lwt', reports: [], monitoring: null }
    default:
      return { kind: 'other', reports: [], monitoring: null }
  }
}

function decodeLocation(message: Record<string, unknown>): Report {
  const alarm = alarmOf(message.t, message.rty)
  return {
    ...position(message),
    altitude: measure(message.alt, -20_000, 100_000),
    heading: heading(message.cog),
    speed: kilometresPerHour(message.vel),
    event: alarm ?? 'position',
    alarm,
    attributes: attributes(message),
  }
}

/** The person has crossed the edge of a region of their own. */
function decodeTransition(message: Record<string, unknown>): Report {
  if (message.event !== 'enter' && message.event !== 'leave') throw new BadReport('event: is neither enter nor leave')
  const found: Attributes = {}
  addOthers(found, [['geofence', text(message.desc)]])
  return {
    ...position(message),
    altitude: null,
    heading: null,
    speed: null,
    event: message.event === 'enter' ? 'geofence_enter' : 'geofence_exit',
    alarm: null,
    attributes: attributesOrNull(found),
  }
}

function position(message: Record<string, unknown>) {
  return {
    fix_at: time('tst', message.tst),
    valid: true,
    lat: degrees('lat', message.lat),
    lon: degrees('lon', message.lon),
    accuracy: measure(message.acc, 0, 40_000_000),
    seq: null,
  }
}

function attributes(message: Record<string, unknown>): Attributes | null {
  const odometer = measure(message.odometer, 0, 1e9)
  const pressure = measure(message.p, 0, 200)
  // `bs`: 1 unplugged, 2 charging, 3 full.
  const supply = measure(message.bs, 1, 3)
  const found: Attributes = {}
  addOthers(found, [
    ['battery', measure(message.batt, 0, 100)],
    ['charging', supply === null ? null : supply === 2],
    ['external_power', supply === null ? null : supply >= 2],
    ['battery_volts', measure(message.ubatt, 0, 1000)],
    ['power_volts', measure(message.uext, 0, 1000)],
    ['ignition', ignition(message)],
    ['motion', flag(message.motion)],
    ['odometer', odometer === null ? null : odometer * 1000], // kilometres
    ['hours', measure(message.hmc, 0, 1e10)],
    ['rpm', measure(message.rpm, 0, 100_000)],
    ['vin', text(message.vin ?? message.name)],
    ['pressure', pressure === null ? null : Math.round(pressure * 1000) / 100], // kPa
    ['trip', measure(message.trip, 0, 1e12)],
    ['distance', measure(message.dist, 0, 1e9)],
    ['altitude_accuracy', measure(message.vac ?? message.vacc, 0, 100_000)],
    ['wifi', stationOf(message.BSSID)],
    ['connection', lookUp(connections, message.conn) ?? null],
    ['trigger', word(message.t)],
    ['activity', activity(message.motionactivities)],
    ['place', text(message.poi)],
    ['tag', text(message.tag)],
    ...sensors(message),
  ])
  return attributesOrNull(found)
}

const connections: Record<string, string> = { w: 'wifi', m: 'mobile', o: 'none' }

/** The access point that the phone is connected to. */
const stationOf = (mac: unknown) =>
  typeof mac === 'string' && /^([0-9a-f]{1,2}:){5}[0-9a-f]{1,2}$/i.test(mac) ? [{ mac }] : null

/** Vehicle units count their sensors from 0, in two digits. */
function* sensors(message: Record<string, unknown>): Iterable<[string, unknown]> {
  const count = Math.min(measure(message.anum, 0, 100) ?? 0, 20)
  for (let i = 0; i < count; i++) {
    const suffix = String(i).padStart(2, '0')
    yield [`adc_${i + 1}`, measure(message[`adda-${suffix}`], -1e6, 1e6)]
    yield [`temperature_${i + 1}`, measure(message[`temp_c-${suffix}`], -300, 2000)]
  }
}

function ignition({ ign, t }: Record<string, unknown>): boolean | null {
  if (t === 'i' || t === 'I') return t === 'i'
  return flag(ign)
}

/** Triggers of a vehicle unit. Phones have others: `p` ping, `u` manual, `t` timer, `c` a region. */
function alarmOf(trigger: unknown, kind: unknown): string | null {
  if (trigger === 'h') return harsh[measure(kind, 0, 5) ?? -1] ?? null
  return lookUp(alarms, trigger) ?? null
}

const harsh = [
  'hard_braking',
  'hard_acceleration',
  'hard_cornering',
  'hard_braking',
  'hard_acceleration',
  'hard_cornering',
]

const alarms: Record<string, string> = {
  '9': 'low_battery',
  '1': 'power_on',
  E: 'power_on',
  e: 'power_cut',
  '!': 'tow',
  s: 'overspeed',
}

function heading(value: unknown): number | null {
  const angle = measure(value, 0, 360)
  return angle === null ? null : angle % 360
}

function kilometresPerHour(value: unknown): number | null {
  const speed = measure(value, 0, 72_000)
  return speed === null ? null : speed / 3.6
}

function activity(value: unknown): string | null {
  return Array.isArray(value) ? word(value.filter((one) => word(one) !== null).join(' ')) : null
}

const text = (value: unknown) => (typeof value === 'string' && value.length <= 200 ? value : null)

export type Owntracks = {
  /** `lwt`: the last will of a disconnected app. */
  kind: 'location' | 'transition' | 'lwt' | 'empty' | 'other'
  reports: Report[]
  /** The reporting mode, if sent: -1 never, 0 on request, 1 on significant moves, 2 continuously. */
  monitoring: number | null
}
