import type { Attributes } from '../report.ts'
import { lookUp } from '../shared/look_up.ts'
import { measure, toNumber } from '../shared/phone.ts'

/**
 * What a decoder of LoRaWAN payloads has made of the bytes of a device. Each decoder names its fields itself: those that
 * are usual are found by name at any depth, and all other numbers, flags and words are kept under their own names.
 *
 * Sources: TTN Mapper's field names; Cayenne LPP of The Things Stack and ChirpStack (`gps_1`, `temperature_2`);
 * decoders of Digital Matter, Dragino, Milesight and SenseCAP.
 */
export function readPayload(decoded: unknown): Payload {
  const leaves = leavesOf(decoded)
  const position = placeIn(leaves)
  const attributes: Attributes = {}
  let bytes = 0
  for (const leaf of leaves) {
    if (position?.parts.has(leaf) || roles.time.has(leaf.bare)) continue
    const [name, value] = named(leaf)
    bytes += name.length + String(value).length + 6
    if (name === '' || name in attributes) continue
    if (bytes > MOST_BYTES || Object.keys(attributes).length >= MOST_ATTRIBUTES) break
    attributes[name] = value
  }
  return { place: position?.place ?? null, fix_at: timeIn(leaves), alarm: alarmIn(leaves), attributes }
}

/** The numbers, flags and words of a decoded payload, in its order. */
function leavesOf(decoded: unknown): Leaf[] {
  const leaves: Leaf[] = []
  const walk = (value: unknown, path: readonly string[], group: object) => {
    if (leaves.length >= MOST_LEAVES || path.length > MOST_DEPTH) return
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of entriesOf(value)) walk(inner, key === null ? path : [...path, key], value)
    } else if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') {
      if (path.length > 0) leaves.push({ path, bare: bareName(path.at(-1)!), value, group })
    }
  }
  walk(decoded, [], {})
  return leaves
}

/** An array of measurements, as SenseCAP's decoders return it, is read as an object of them; of others the index is no name. */
function entriesOf(value: object): [string | null, unknown][] {
  if (!Array.isArray(value)) return Object.entries(value)
  const measured = value.filter(isMeasurement)
  if (measured.length === 0 || measured.length < value.length) return value.map((inner) => [null, inner])
  const time = measured[0]?.timestamp
  return [
    ...measured.map(({ type, measurementValue }): [string, unknown] => [type, measurementValue]),
    ...(time === undefined ? [] : [['timestamp', time] as [string, unknown]]),
  ]
}

const isMeasurement = (one: unknown): one is { type: string; measurementValue: unknown; timestamp?: unknown } =>
  typeof one === 'object' && one !== null && 'measurementValue' in one && 'type' in one && typeof one.type === 'string'

/** The first place of an object that has both coordinates. Zeros, and a fix that has failed, are none. */
function placeIn(leaves: Leaf[]): { place: Place; parts: Set<Leaf> } | null {
  for (const lat_leaf of leaves) {
    if (!roles.lat.has(lat_leaf.bare)) continue
    const beside = leaves.filter(({ group }) => group === lat_leaf.group)
    const find = (names: Set<string>) => beside.find(({ bare }) => names.has(bare))
    const lon_leaf = find(roles.lon)
    const lat = measure(lat_leaf.value, -90, 90)
    const lon = measure(lon_leaf?.value, -180, 180)
    if (!lon_leaf || lat === null || lon === null || (lat === 0 && lon === 0) || beside.some(isFailed)) continue
    const [altitude, heading, accuracy] = [find(roles.altitude), find(roles.heading), find(roles.accuracy)]
    const speed = find(roles.speed)
    const angle = measure(heading?.value, 0, 360)
    const parts = [lat_leaf, lon_leaf, altitude, heading, accuracy, speed].filter((leaf) => leaf !== undefined)
    return {
      place: {
        lat,
        lon,
        altitude: measure(altitude?.value, -20_000, 100_000),
        heading: angle === null ? null : angle % 360,
        accuracy: measure(accuracy?.value, 0, 40_000_000),
        speed: speedOf(speed),
      },
      parts: new Set(parts),
    }
  }
  return null
}

/** Decoders have kilometres an hour, unless the name has another unit. */
function speedOf(leaf: Leaf | undefined): number | null {
  const value = measure(leaf?.value, 0, 3000)
  if (!leaf || value === null) return null
  return /(ms|mps)$/.test(leaf.bare) ? value : value / 3.6
}

const isFailed = ({ bare, value }: Leaf) =>
  (bare === 'fixfailed' && value === true) ||
  (['gpsfix', 'fix', 'hasfix', 'gpsvalid'].includes(bare) && value === false)

function timeIn(leaves: Leaf[]): number | null {
  for (const { bare, value } of leaves) {
    if (!roles.time.has(bare)) continue
    const number = typeof value === 'string' ? toNumber(value) : value
    const ms = typeof number === 'number' && !Number.isNaN(number) ? asMs(number) : Date.parse(String(value))
    if (ms >= EARLIEST && ms < LATEST) return Math.round(ms)
  }
  return null
}

const asMs = (number: number) => (number < 2 ** 32 ? number * 1000 : number)
const EARLIEST = Date.UTC(1990, 0)
const LATEST = Date.UTC(2100, 0)

/** A button for help that is pressed. Alarms of sensors are for rules about these. */
function alarmIn(leaves: Leaf[]): string | null {
  const isOn = ({ value }: Leaf) => value === true || value === 1 || String(value).toLowerCase() === 'true'
  return leaves.some((leaf) => roles.sos.has(leaf.bare) && isOn(leaf)) ? 'sos' : null
}

/** The name of an attribute: that of the common vocabulary where it is clear, else the decoder's own. */
function named({ path, bare, value }: Leaf): [string, unknown] {
  const number = measure(value, -1e12, 1e12)
  if (roles.battery.has(bare) && number !== null) {
    // Some decoders give volts or millivolts under the same name.
    if (number > 1000) return ['battery_volts', number / 1000]
    return number > 0 && number < 5 && !Number.isInteger(number) ? ['battery_volts', number] : ['battery', number]
  }
  if (roles.volts.has(bare) && number !== null) return ['battery_volts', number > 100 ? number / 1000 : number]
  const common = lookUp(vocabulary, bare)
  if (common && number !== null) return [common, number]
  const own = path
    .map((part) => part.replace(/([a-z\d])(?=[A-Z])/g, '$1_').toLowerCase())
    .join('_')
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const kept = typeof value === 'string' ? value.slice(0, MOST_TEXT) : value
  return cayenne(own, kept) ?? [own.slice(0, 64), kept]
}

/** Cayenne LPP names its values by kind and channel. */
function cayenne(name: string, value: unknown): [string, unknown] | null {
  const [, kind, channel] = /^(analog_in|digital_in|digital_out|relative_humidity)_(\d{1,3})$/.exec(name) ?? []
  const common = lookUp(channels, kind)
  if (!common) return null
  return [`${common}_${channel}`, common === 'input' || common === 'output' ? Number(value) !== 0 : value]
}

const channels: Record<string, string> = {
  analog_in: 'adc',
  digital_in: 'input',
  digital_out: 'output',
  relative_humidity: 'humidity',
}

const bareName = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, '')

const names = (text: string) => new Set(text.split(' '))
const roles = {
  lat: names('latitude lat gpslatitude gpslat latitudedeg latdeg'),
  lon: names('longitude lon lng long gpslongitude gpslon gpslng gpslong longitudedeg londeg'),
  altitude: names('altitude alt gpsaltitude gpsalt altitudem elevation'),
  heading: names('heading headingdeg course bearing cog'),
  speed: names('speed speedkmph speedkmh speedkph speedms speedmps gpsspeed'),
  accuracy: names('accuracy acc positionaccuracy posaccm horizontalaccuracy accuracym'),
  time: names('time timestamp gpstime fixtime datetime utc'),
  battery: names(
    'battery bat batt batterylevel batterypercent batterypercentage batterypct battpercent batpercent soc',
  ),
  volts: names('batteryvoltage battvoltage batvoltage vbat batv battv batteryv batteryvolts batmv batterymv'),
  sos: names('sos sosevent soseventstatus sosalarm panic alarmstatus emergency'),
}

const vocabulary: Record<string, string> = {
  hdop: 'hdop',
  pdop: 'pdop',
  sats: 'satellites',
  satellites: 'satellites',
  numsats: 'satellites',
  satcount: 'satellites',
  temperature: 'temperature',
  temp: 'temperature',
  tempc: 'temperature',
  temperaturec: 'temperature',
  airtemperature: 'temperature',
  humidity: 'humidity',
  hum: 'humidity',
  relativehumidity: 'humidity',
  airhumidity: 'humidity',
  co2: 'co2',
  light: 'light',
}

const MOST_DEPTH = 8
const MOST_LEAVES = 500
const MOST_ATTRIBUTES = 60
/** Below what a report may have as JSON, with what the network adds. */
const MOST_BYTES = 3000
const MOST_TEXT = 100

type Leaf = {
  path: readonly string[]
  /** Its name in lower case, without punctuation. */
  bare: string
  value: number | boolean | string
  /** The object that it stands in. */
  group: object
}

export type Place = {
  lat: number
  lon: number
  altitude: number | null
  /** Degrees, metres, metres per second. */
  heading: number | null
  accuracy: number | null
  speed: number | null
}

export type Payload = { place: Place | null; fix_at: number | null; alarm: string | null; attributes: Attributes }
