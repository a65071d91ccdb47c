import { type Attributes, BadReport, type Report } from '../report.ts'
import { networkOf } from '../shared/network.ts'
import { nmeaDegrees, onPlanet, reportOf } from '../shared/place.ts'
import { KMH, KNOT, reading, scaled } from '../shared/units.ts'
import { fromDayMonthYear } from '../shared/utc.ts'
import { decodeFixTime, localTime } from './clock.ts'
import { decodeKeyword, percent } from './keywords.ts'

/**
 * keyword, local time, phone or card, F, hhmmss.sss, A, latitude, N, longitude, E, speed, course, altitude, ignition,
 * door, fuel, fuel of the second tank, temperature. With L in place of F there is no fix, and the cell follows.
 *
 * @returns also the device's zone in minutes, if the message has both local time and UTC
 * @throws {BadReport}
 */
export function decodePosition(
  fields: string[],
  zone: number | null,
  now: number,
): { report: Report; zone: number | null } {
  const [keyword = '', local = '', card = '', source = ''] = fields
  const { alarm, event, attributes } = decodeKeyword(keyword)
  const decoded: Attributes = { ...attributes, ...(keyword === 'rfid' ? { driver: card || null } : {}) }
  if (card.endsWith('%')) decoded.battery = percent(card)
  const common = { alarm, ...(event === undefined ? {} : { event }) }
  if (source === 'F') {
    const time = decodeFixTime(local, fields[4] ?? '', now)
    const fix = decodeFix(fields.slice(5), keyword)
    const report = reportOf({ ...fix, ...common, fix_at: time.fix_at, attributes: { ...fix.attributes, ...decoded } })
    return { report, zone: time.zone ?? zone }
  }
  if (source !== 'L' && keyword !== 'DTC') throw new BadReport('source: is neither F nor L')
  const network = source === 'L' ? networkOf([{ lac: hex(fields[6]), cid: hex(fields[8]) }]) : null
  const faults = keyword === 'DTC' ? faultsOf(fields.slice(2)) : null
  const fix_at = zone === null ? null : localTime(local, zone)
  return { report: reportOf({ ...common, fix_at, attributes: { ...decoded, network, faults } }), zone }
}

/** OBD: local time, kilometres, and engine data. */
export function decodeEngine(fields: string[], zone: number | null): Report {
  const [local = '', odometer, rate, average, hours, speed, load, coolant, throttle, rpm, volts, ...faults] = fields
  return reportOf({
    fix_at: zone === null ? null : localTime(local, zone),
    attributes: {
      obd_odometer: scaled(reading(odometer), 1000),
      // No document names the unit of the consumption at this moment.
      io_1: reading(rate),
      fuel_average: reading(average),
      hours: scaled(reading(hours), 3600),
      obd_speed: scaled(reading(speed), KMH),
      engine_load: percent(load),
      coolant_temperature: reading(coolant),
      throttle: percent(throttle),
      rpm: reading(rpm),
      power_volts: reading(volts),
      faults: faultsOf(faults),
    },
  })
}

/**
 * The other form: type, event, sensor, its voltage, hhmmss, ddmmyy, signal, fix, degrees, degrees, km/h, course,
 * altitude, hdop, satellites, ignition, charging, error. Hyphens stand for nothing.
 *
 * @throws {BadReport}
 */
export function decodeOther(fields: string[]): Report {
  const [type, event, sensor, volts, time, date, rssi, fix, lat, lon, speed, course, altitude, ...more] = fields.map(
    (field) => field.replace(/^-+$/, ''),
  )
  const [hdop, satellites, ignition, charging, error] = more
  const [latitude, longitude] = [reading(lat), reading(lon)]
  if (latitude === null || longitude === null) throw new BadReport('lat: is not a number')
  return reportOf({
    fix_at: fromDayMonthYear(date, time),
    valid: Number(fix) > 0,
    lat: onPlanet('lat', latitude),
    lon: onPlanet('lon', longitude),
    speed: scaled(reading(speed), KMH),
    heading: reading(course),
    altitude: reading(altitude),
    ...(event && /^[\w .:-]{1,64}$/.test(event) ? { event } : {}),
    attributes: {
      type,
      rssi: reading(rssi),
      hdop: reading(hdop),
      satellites: reading(satellites),
      ignition: bit(ignition),
      charging: bit(charging),
      io_1: sensor || null,
      io_2: reading(volts),
      io_3: error || null,
    },
  })
}

export const isOther = (fields: string[]) =>
  fields.length >= 17 && /^\d{6}$/.test(fields[4]!) && /^\d{6}$/.test(fields[5]!) && /^\d$/.test(fields[7]!)

/** From the validity on. The hemisphere stands behind the number, in front of it, or nowhere. */
function decodeFix(fields: string[], keyword: string): Partial<Report> {
  // Without a fix some leave the place empty.
  if (fields[0] === 'V' && fields.slice(1, 5).every((field) => field === '')) return {}
  const parts = fix.exec(fields.join(','))
  if (parts === null) throw new BadReport('lat: is missing')
  const [, validity, before, lat = '', behind, left, leftLon, rightLon, right, rest = ''] = parts
  const [speed, course, altitude, ...sensors] = rest.split(',')
  return {
    valid: validity === 'A',
    lat: nmeaDegrees('lat', lat, before ?? behind ?? 'N'),
    lon: nmeaDegrees('lon', leftLon ?? rightLon ?? '', left ?? right ?? 'E'),
    speed: scaled(reading(speed), KNOT),
    heading: reading(course),
    altitude: reading(altitude),
    attributes: keyword.startsWith('oil') ? decodeTanks(sensors) : decodeSensors(sensors),
  }
}

const fix = /^([AV]),(?:([NS]),)?(\d+\.\d+)(?:,([NS]))?(?:,([EW]),(\d+\.\d+)|,(\d+\.\d+)(?:,([EW]?)(?=,|$))?),?(.*)$/s

function decodeSensors([ignition, door, fuel, second, temperature]: string[]): Attributes {
  return {
    ignition: bit(ignition),
    door: bit(door),
    fuel: fuel?.endsWith('%') ? percent(fuel) : null,
    fuel_2: second?.endsWith('%') ? percent(second) : null,
    temperature_1: reading(temperature),
  }
}

/** In an alarm of fuel, its figures stand where other messages have ignition and door, without a sign. */
function decodeTanks(fields: string[]): Attributes {
  const [fuel, second] = fields.filter((field) => /^\d+\.\d+%?$/.test(field)).map(percent)
  return { fuel, fuel_2: second }
}

const bit = (text: string | undefined) => (text === '1' ? true : text === '0' ? false : null)

const hex = (text: string | undefined) =>
  /^[0-9A-F]{1,8}$/i.test(text ?? '') ? Number.parseInt(text!, 16) : Number.NaN

const faultsOf = (fields: string[]) => fields.filter((field) => /^[PCBU][0-9A-F]{4}$/.test(field)).join(' ') || null
