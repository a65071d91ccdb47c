import { type Attributes, BadReport, type Report } from '../report.ts'
import { networkOf } from '../shared/network.ts'
import { onPlanet, reportOf } from '../shared/place.ts'
import { KMH, reading, within } from '../shared/units.ts'
import { fromDayMonthYear } from '../shared/utc.ts'

/** Why a record is refused, in the numbers of the protocol's answers. */
export class Refused extends BadReport {
  readonly code: string

  constructor(code: string, reason: string) {
    super(reason)
    this.code = code
  }
}

export const SHORT_FIELDS = 10
export const FULL_FIELDS = 16

/**
 * A record: date, time, latitude, longitude, speed, course, altitude, satellites; a full one further dilution, inputs,
 * outputs, analogue inputs, key and parameters. `NA` is not known.
 *
 * @throws {Refused}
 */
export function decodeRecord(text: string, archive = false): Report {
  const fields = text.split(';').map((field) => (field.trim() === 'NA' ? '' : field.trim()))
  if (fields.length < SHORT_FIELDS) throw new Refused('-1', `record: has ${fields.length} fields`)
  const [date, time, lat, north, lon, east, speed, course, altitude, sats, ...more] = fields
  const satellites = reading(sats)
  const place = placeOf(lat!, north!, lon!, east!)
  const { alarm, ...attributes } = detailsOf(more)
  const own = { satellites, ...attributes, ...(archive && { archive: true }) }
  return reportOf({
    ...place,
    fix_at: timeOf(date!, time!),
    // Devices that do not count satellites send a position only with a fix; 2 satellites mean no fix.
    valid: place !== null && (satellites === null || satellites >= 3),
    speed: scale(reading(speed), KMH),
    heading: within(reading(course), 0, 360),
    altitude: reading(altitude),
    alarm: alarm === undefined ? null : String(alarm),
    attributes: own,
  })
}

const scale = (value: number | null, unit: number) => (value === null ? null : value * unit)

function timeOf(date: string, time: string): number | null {
  if (date === '' && time === '') return null
  const at = fromDayMonthYear(date, time.slice(0, 6))
  if (at === null) throw new Refused('0', 'time: is no date and time')
  return at
}

/** `ddmm.mmmm`. Some devices send minutes of 60 and more, which are added all the same. */
function placeOf(lat: string, north: string, lon: string, east: string) {
  if (lat === '' || lon === '') return null
  return { lat: degrees('lat', lat, 2, north, 'NS'), lon: degrees('lon', lon, 3, east, 'EW') }
}

function degrees(name: 'lat' | 'lon', text: string, digits: number, letter: string, letters: string): number {
  const parts = new RegExp(`^(\\d{1,${digits}}?)(\\d\\d(?:\\.\\d+)?)$`).exec(text)
  if (parts === null || letter.length !== 1 || !letters.includes(letter)) {
    throw new Refused('10', `${name}: is not degrees and minutes`)
  }
  const value = Number(parts[1]) + Number(parts[2]) / 60
  try {
    return onPlanet(name, letter === letters[1] ? -value : value)
  } catch (error) {
    throw new Refused('10', (error as Error).message)
  }
}

function detailsOf(fields: string[]): Attributes {
  const [hdop, inputs, outputs, analogue = '', key = '', params = ''] = fields
  const details: Attributes = { hdop: reading(hdop), inputs: reading(inputs), outputs: reading(outputs) }
  for (const [i, volts] of analogue.split(',').slice(0, MAX_ANALOGUE).entries()) {
    const value = reading(volts)
    if (value !== null) details[`adc_${i + 1}`] = value
  }
  if (key !== '') details.driver = key.slice(0, MAX_TEXT)
  return { ...details, ...parametersOf(params) }
}

const MAX_ANALOGUE = 32
const MAX_TEXT = 256
const MAX_PARAMETERS = 200

/** `name:type:value`, separated by commas; type 1 is a whole number, 2 a decimal, 3 a text. */
function parametersOf(text: string): Attributes {
  const attributes: Attributes = {}
  const cell: Record<string, number> = {}
  for (const parameter of text.split(',').slice(0, MAX_PARAMETERS)) {
    const [, name, value] = /^([^:]{1,64}):[1-4]:(.{0,256})$/.exec(parameter.trim()) ?? []
    if (name === undefined || value === undefined) continue
    const lower = name.toLowerCase()
    const number = reading(value)
    const known = names[lower]
    if (lower === 'sos') Object.assign(attributes, number === 0 || value === '' ? {} : { alarm: 'sos' })
    else if (cells.has(lower) && number !== null) cell[cells.get(lower)!] = number
    else if (known && number !== null) attributes[known] = number
    else if (flags[lower]) attributes[flags[lower]] = number === null ? value === 'true' : number !== 0
    else attributes[`io_${lower.replace(/\s+/g, '_')}`] = number ?? value
  }
  const { mcc, mnc, lac, cid } = cell
  const network =
    lac !== undefined && cid !== undefined ? networkOf([{ mcc: mcc ?? 0, mnc: mnc ?? 0, lac, cid }]) : null
  return { ...attributes, ...(network !== null && { network }) }
}

/** Parameters with an agreed meaning. All others are named by people, and have units of their own. */
const names: Record<string, string> = {
  bat: 'battery',
  battery: 'battery',
  bat_level: 'battery',
  temp: 'temperature',
  pwr_ext: 'power_volts',
  pwr_int: 'battery_volts',
  gsm: 'rssi',
}
const flags: Record<string, string> = { motion: 'motion', ign: 'ignition', ignition: 'ignition' }
const cells = new Map([
  ['mcc', 'mcc'],
  ['mnc', 'mnc'],
  ['lac', 'lac'],
  ['cell_id', 'cid'],
  ['cellid', 'cid'],
])
