import type { Attributes, Report } from '../report.ts'
import { networkOf } from '../shared/network.ts'
import { nmeaDegrees, reportOf } from '../shared/place.ts'
import { KNOT, reading, scaled } from '../shared/units.ts'
import { fromDayMonthYear } from '../shared/utc.ts'
import { tzoneAlarms } from './alarms.ts'

/**
 * TZone's AVL: alarm and a GPRMC sentence, pdop, hdop, vdop, status, clock, supply, [analogue inputs,] cell, temperature,
 * [kilometres,] serial.
 *
 * @returns null where there is no date, which is before the first fix
 * @throws {BadReport}
 */
export function decodeSentence(fields: string[]): Report | null {
  const parts = sentence.exec(fields[0] ?? '')
  if (parts === null) return null
  const [, alarm = '', time, validity, lat = '', northSouth = '', lon = '', eastWest = '', speed, course, date] = parts
  const fix_at = fromDayMonthYear(date, time)
  if (fix_at === null) return null
  const [pdop, hdop, vdop, status = '', , supply = '', ...rest] = fields.slice(1)
  const on = bitsOf(status)
  const tail = decodeTail(rest)
  return reportOf({
    ...fixOf({ fix_at, validity, lat, northSouth, lon, eastWest, speed, course }),
    alarm: tzoneAlarms[alarm] ?? (on(0) ? 'sos' : null),
    seq: tail.seq,
    attributes: {
      pdop: reading(pdop),
      hdop: reading(hdop),
      vdop: reading(vdop),
      status: /^[01]+$/.test(status) ? Number.parseInt(status, 2) : null,
      input_1: on(6),
      input_2: on(7),
      input_3: on(4),
      input_4: on(5),
      output_1: on(8),
      output_2: on(9),
      ...decodeSupply(supply, /^(\d)(\d{3})(\d{4})$/, [0.01, 0.01]),
      ...tail.attributes,
    },
  })
}

const sentence =
  /^(..)\$GPRMC,(\d{6})(?:\.\d+)?,([AV]),(\d+\.\d+),([NS]),(\d+\.\d+),([EW]),([\d.]*),([\d.]*),(\d{6})[^*]*\*[0-9A-F]{2}$/i

/**
 * The same without a sentence: alarm and ddmmyyhhmmss, A, latitude, N, longitude, E, speed, course, hdop, status,
 * supply, analogue inputs, cell, temperature, kilometres, serial.
 *
 * @throws {BadReport}
 */
export function decodeBars(fields: string[]): Report | null {
  const [head = '', validity = '', lat = '', northSouth = '', lon = '', eastWest = '', speed, course, ...more] = fields
  const parts = /^(..)(\d{6})(\d{6})$/.exec(head)
  const fix_at = fromDayMonthYear(parts?.[2], parts?.[3])
  if (fix_at === null || !/^[AV][NS][EW]$/.test(validity + northSouth + eastWest)) return null
  const [hdop, status = '', supply = '', ...rest] = more
  const on = bitsOf(status)
  const tail = decodeTail(rest)
  return reportOf({
    ...fixOf({ fix_at, validity, lat, northSouth, lon, eastWest, speed, course }),
    alarm: tzoneAlarms[parts![1]!] ?? null,
    seq: tail.seq,
    attributes: {
      hdop: reading(hdop),
      status: /^[01]+$/.test(status) ? Number.parseInt(status, 2) : null,
      ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`input_${n}`, on(1 + n)])),
      ...Object.fromEntries([1, 2, 3, 4].map((n) => [`output_${n}`, on(7 + n)])),
      ...decodeSupply(supply, /^(\d)(\d\d)(\d\d)$/, [0.1, 1]),
      ...tail.attributes,
    },
  })
}

/**
 * The same in fixed widths: alarm, ddmmyyhhmmss, inputs, charge, battery in 0.1 V, supply in V, two analogue inputs, two
 * temperatures, cell, A, satellites, course, speed, pdop, kilometres, latitude, longitude, serial.
 *
 * @throws {BadReport}
 */
export function decodeTight(body: string): Report | null {
  const groups = tight.exec(body)?.groups
  if (groups === undefined) return null
  const { lat = '', lon = '', lac = '', cid = '', io = '' } = groups
  return reportOf({
    fix_at: fromDayMonthYear(groups.date, groups.time),
    valid: groups.validity === 'A',
    lat: nmeaDegrees('lat', lat.slice(0, -1), lat.slice(-1)),
    lon: nmeaDegrees('lon', lon.slice(0, -1), lon.slice(-1)),
    speed: Number(groups.speed) * KNOT,
    heading: Number(groups.course),
    alarm: tzoneAlarms[groups.alarm!] ?? null,
    seq: Number(groups.serial),
    attributes: {
      status: Number.parseInt(io, 16),
      charging: groups.charge === '1',
      battery_volts: scaled(Number(groups.battery), 0.1),
      power_volts: Number(groups.power),
      satellites: Number(groups.satellites),
      pdop: Number(groups.pdop),
      odometer: Number(groups.odometer) * 1000,
      network: networkOf([{ lac: Number.parseInt(lac, 16), cid: Number.parseInt(cid, 16) }]),
    },
  })
}

const tight = new RegExp(
  [
    /^(?<alarm>..)(?<date>\d{6})(?<time>\d{6})(?<io>[0-9A-F]{4})(?<charge>[01])(?<battery>\d\d)(?<power>\d\d)/,
    /\d{4}\d{4}\d{3}\d{3}(?<lac>[0-9A-F]{4})(?<cid>[0-9A-F]{4})(?<validity>[AV])(?<satellites>\d\d)/,
    /(?<course>\d{3})(?<speed>\d{3})(?<pdop>\d\d\.\d)(?<odometer>\d{7})/,
    /(?<lat>\d{4}\.\d{4}[NS])(?<lon>\d{5}\.\d{4}[EW])(?<serial>\d{4})$/,
  ]
    .map((part) => part.source)
    .join(''),
)

/** The status is a number written in twelve digits of base 2, the last of them bit 0. */
const bitsOf = (status: string) => (bit: number) => (/^[01]+$/.test(status) ? status.at(-1 - bit) === '1' : null)

function decodeSupply(text: string, pattern: RegExp, units: [number, number]): Attributes {
  const [, charge, battery, power] = pattern.exec(text) ?? []
  if (charge === undefined) return {}
  return {
    charging: charge === '1',
    battery_volts: scaled(reading(battery), units[0]),
    power_volts: scaled(reading(power), units[1]),
  }
}

/**
 * Analogue inputs and kilometres may be missing: the cell is before the temperature, which is before the field with a
 * point.
 */
function decodeTail(fields: string[]): { seq: number | null; attributes: Attributes } {
  const point = fields.findIndex((field) => /^\d+\.\d+$/.test(field))
  const temperature = point >= 0 ? point - 1 : fields.findIndex((field) => /^\d{4}$/.test(field))
  if (temperature < 1) return { seq: null, attributes: {} }
  const [, lac, cid] = /^([0-9A-F]{4})([0-9A-F]{4,8})$/i.exec(fields[temperature - 1]!) ?? []
  const inputs = /^(\d{4})(\d{4})$/.exec(fields[temperature - 2] ?? '')
  const serial = fields[(point >= 0 ? point : temperature) + 1] ?? ''
  return {
    seq: /^\d{1,9}$/.test(serial) ? Number(serial) : null,
    attributes: {
      adc_1: inputs && Number(inputs[1]) / 100,
      adc_2: inputs && Number(inputs[2]) / 100,
      network:
        lac === undefined ? null : networkOf([{ lac: Number.parseInt(lac, 16), cid: Number.parseInt(cid!, 16) }]),
      // No document names the unit of the temperature.
      io_1: reading(fields[temperature]),
      odometer: point >= 0 ? scaled(reading(fields[point]), 1000) : null,
    },
  }
}

/** Both forms give a fix as NMEA does. */
function fixOf({ fix_at, validity, lat, northSouth, lon, eastWest, speed, course }: NmeaFix) {
  return {
    fix_at,
    valid: validity === 'A',
    lat: nmeaDegrees('lat', lat, northSouth),
    lon: nmeaDegrees('lon', lon, eastWest),
    speed: scaled(reading(speed), KNOT),
    heading: reading(course),
  }
}

type NmeaFix = { fix_at: number } & Record<'lat' | 'northSouth' | 'lon' | 'eastWest', string> &
  Record<'validity' | 'speed' | 'course', string | undefined>
