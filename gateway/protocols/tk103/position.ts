import { type Attributes, BadReport, type Report } from '../report.ts'
import { nmeaDegrees, reportOf } from '../shared/place.ts'
import { KMH, reading, scaled, within } from '../shared/units.ts'
import { fromDayMonthYear, fromYearMonthDay } from '../shared/utc.ts'

/**
 * The position of fixed widths: yymmdd A ddmm.mmmmN dddmm.mmmmE speed(5) hhmmss course(6) state(8) L odometer, and the
 * temperature. What stands before it is the alarm's number, or the IMEI.
 *
 * @throws {BadReport}
 */
export function decodeFixed(data: string): Report {
  const parts = fixed.exec(data)
  if (parts === null) throw new BadReport('data: holds no position')
  const [, date, validity, lat = '', northSouth = '', lon = '', eastWest = '', speed, time, rest = ''] = parts
  const { heading, panic, attributes } = decodeState(rest)
  return reportOf({
    fix_at: fromYearMonthDay(date, time),
    valid: validity === 'A',
    lat: nmeaDegrees('lat', lat, northSouth),
    lon: nmeaDegrees('lon', lon, eastWest),
    speed: scaled(reading(speed), KMH),
    heading,
    alarm: panic ? 'sos' : null,
    attributes,
  })
}

export const holdsFixed = (data: string) => fixed.test(data)

/**
 * The position parted by commas: ddmmyy, A, ddmm.mmmmN, dddmm.mmmmE, speed, hhmmss, course, and on some metres and
 * satellites.
 *
 * @throws {BadReport}
 */
export function decodeParted(fields: string[]): Report {
  const [date, validity = '', latitude = '', longitude = '', speed, time, course, altitude, satellites] = fields
  const [, lat = '', northSouth = ''] = /^ *([\d.]+)([NS])$/.exec(latitude) ?? []
  const [, lon = '', eastWest = ''] = /^ *([\d.]+)([EW])$/.exec(longitude) ?? []
  // Without a fix some leave the place empty.
  if (validity === 'V' && latitude === '' && longitude === '') return reportOf({ fix_at: fromDayMonthYear(date, time) })
  if (!/^[AV]$/.test(validity) || lat === '' || lon === '') throw new BadReport('data: holds no position')
  return reportOf({
    fix_at: fromDayMonthYear(date, time),
    valid: validity === 'A',
    lat: nmeaDegrees('lat', lat, northSouth),
    lon: nmeaDegrees('lon', lon, eastWest),
    speed: scaled(reading(speed), KMH),
    heading: reading(course),
    altitude: reading(altitude),
    attributes: { satellites: /^\d{1,2}$/.test(satellites ?? '') ? reading(satellites) : null },
  })
}

const fixed = /(\d{6})([AV]),? *([\d.]{5,12})([NS]),? *([\d.]{5,12})([EW]),?([ \d.]{1,5})(?:\d*,)?(\d{6}),?(.*)$/s

/** The course, the eight characters of the state, and the text after them. */
function decodeState(text: string) {
  const parts = /^([ \d.]{6}|\d\d),?([01])([01])([0-9A-F])([0-9A-F])([0-9A-F])([0-9A-F]{3})L([0-9A-F]{1,8})/.exec(text)
  const heading = reading(parts?.[1] ?? /^\d+\.\d+/.exec(text)?.[0])
  const temperature = reading(/[+-]\d{3}\.\d$/.exec(text)?.[0])
  if (parts === null) return { heading, panic: false, attributes: { temperature_1: temperature } }
  const [first, high, low, fuel, odometer] = parts.slice(4).map((hex) => Number.parseInt(hex, 16)) as number[]
  const attributes: Attributes = {
    // 0 is powered.
    external_power: parts[2] === '0',
    ignition: parts[3] === '1',
    input_2: (first! & 1) !== 0,
    output_2: (first! & 4) !== 0,
    blocked: (first! & 8) !== 0,
    door: (high! & 8) !== 0,
    // The inputs that are on when high, then those that are on when low.
    inputs: (high! & 7) | ((low! >> 1) << 3),
    odometer,
    temperature_1: temperature,
    // Trackers without a sensor send 0, and not all send percent.
    ...(fuel! > 0 && (within(fuel!, 0, 100) === null ? { io_6: fuel } : { fuel })),
  }
  return { heading, panic: (first! & 2) !== 0, attributes }
}
