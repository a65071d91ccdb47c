import { type Attributes, BadReport, type Report } from '../report.ts'
import { LittleEndianCursor } from '../shared/cursor.ts'
import { reportOf } from '../shared/place.ts'
import { KMH, scaled } from '../shared/units.ts'
import { alarmOf } from './events.ts'
import { since2000 } from './since2000.ts'
import { makeSurroundings, readVariable, type Surroundings } from './surroundings.ts'

/**
 * CCE: records that the device still has, a count, and records of numbered elements: those of one, two and four bytes,
 * and those with a length of their own.
 *
 * Meitrack's documents differ by model; these meanings are those of the recorded messages.
 *
 * @throws {BadReport}
 */
export function decodeElements(body: Buffer): Report[] {
  const bytes = new LittleEndianCursor(body)
  bytes.u32() // left on the device
  const count = bytes.u16()
  if (count > MAX_RECORDS) throw new BadReport(`count: ${count} is more than ${MAX_RECORDS}`)
  return Array.from({ length: count }, () => decodeRecord(new LittleEndianCursor(bytes.slice(bytes.u16()))))
}

const MAX_RECORDS = 1000

function decodeRecord(bytes: LittleEndianCursor): Report {
  const decoded: Decoded = { report: {}, attributes: {}, reach: makeSurroundings() }
  bytes.u16() // number of elements
  const groups = [
    () => take(decoded, bytes.u8(), () => bytes.u8(), bytes, small),
    () => take(decoded, bytes.u8(), () => bytes.u16(), bytes, medium),
    () => take(decoded, bytes.u8(), () => bytes.u32(), bytes, large),
  ]
  for (const read of groups) read()
  for (let left = bytes.u8(); left > 0; left--) {
    readVariable(decoded.reach, idOf(bytes), new LittleEndianCursor(bytes.slice(bytes.u8())))
  }
  const { attributes } = decoded
  const alarm = typeof attributes.reason === 'number' ? (alarmOf[attributes.reason] ?? null) : null
  return reportOf({ ...decoded.report, alarm, attributes: { ...attributes, ...decoded.reach.attributes() } })
}

/** Numbers above a byte begin with 0xFE. */
function idOf(bytes: LittleEndianCursor): number {
  const id = bytes.u8()
  return id === 0xfe ? 0xfe00 + bytes.u8() : id
}

function take(
  decoded: Decoded,
  count: number,
  read: () => number,
  bytes: LittleEndianCursor,
  meanings: Meanings,
): void {
  for (let left = count; left > 0; left--) {
    const id = idOf(bytes)
    const value = read()
    const meaning = meanings[id]
    if (meaning) meaning(decoded, value)
    else decoded.attributes[`io_${id}`] = value
  }
}

/** Puts a value under a name, in its unit. */
const as =
  (name: string, unit = 1) =>
  ({ attributes }: Decoded, value: number) => {
    attributes[name] = scaled(value, unit)
  }

const signed16 = (value: number) => (value << 16) >> 16

const small: Meanings = {
  1: as('reason'),
  5: ({ report }, value) => {
    report.valid = value > 0
  },
  6: as('satellites'),
  7: as('rssi'),
  20: as('outputs'),
  21: as('inputs'),
  71: ({ attributes }, value) => {
    // 0 is no lock at all.
    if (value > 0) attributes.locked = value === 2
  },
  151: as('throttle'),
  157: as('fuel'),
  65129: as('battery'),
}

const medium: Meanings = {
  8: ({ report }, value) => {
    report.speed = value * KMH
  },
  9: ({ report }, value) => {
    report.heading = value
  },
  10: as('hdop', 0.1),
  11: ({ report }, value) => {
    report.altitude = signed16(value)
  },
  22: as('adc_1', 0.01),
  23: as('adc_2', 0.01),
  24: as('adc_3', 0.01),
  25: as('battery_volts', 0.01),
  26: as('power_volts', 0.01),
  41: as('fuel', 0.01),
  64: as('reason'),
  145: as('obd_speed', KMH),
  146: as('obd_speed', KMH),
  152: as('fuel_used_litres'),
  153: as('rpm'),
  156: ({ attributes }, value) => {
    attributes.coolant_temperature = signed16(value)
  },
  159: ({ attributes }, value) => {
    attributes.temperature_1 = signed16(value)
  },
  201: as('fuel_rate'),
}

const large: Meanings = {
  2: ({ report }, value) => {
    report.lat = (value | 0) / 1e6
  },
  3: ({ report }, value) => {
    report.lon = (value | 0) / 1e6
  },
  4: ({ report }, value) => {
    report.fix_at = since2000(value)
  },
  12: as('odometer'),
  13: as('hours'),
  28: as('status'),
  37: ({ attributes }, value) => {
    attributes.driver = String(value)
  },
  155: as('obd_odometer'),
  160: as('fuel_used_litres', 0.001),
  162: as('fuel_rate', 0.01),
  // Minutes.
  65268: as('hours', 60),
}

type Decoded = { report: Partial<Report>; attributes: Attributes; reach: Surroundings }
type Meanings = Record<number, (decoded: Decoded, value: number) => void>
