import type { Report } from '../report.ts'
import { motionOf, placeOf, type Sentence, timeOfDay } from '../shared/nmea.ts'
import { reportOf } from '../shared/place.ts'
import { KMH, reading, scaled, within } from '../shared/units.ts'
import { fromDayMonthYear, utc } from '../shared/utc.ts'

/** Proprietary sentences. The number is null if the sentence has none. */
export type Special = { number: string | null; report: Partial<Report> }

/**
 * @param now milliseconds since 1970, for times without a date
 * @returns null for a sentence that says nothing that is stored
 * @throws {BadReport}
 */
export function decodeSpecial({ type, fields }: Sentence, now: number): Special | null {
  switch (type) {
    case 'TRCCR':
      return decodeTrccr(fields)
    case 'GPIOP':
      return decodeGpiop(fields)
    case 'PUBX':
      return fields[0] === '00' ? decodePubx(fields, now) : null
    case 'GPTXT':
      return fields[0] === 'NET' ? decodeNetwork(fields) : null
    case 'QZE':
      return decodeQze(fields)
    default:
      return null
  }
}

/** `yyyymmddhhmmss.sss`, A or V, latitude, longitude, knots, course, altitude, battery in percent. */
function decodeTrccr([time = '', validity, lat, lon, speed, course, altitude, battery]: string[]): Special | null {
  const digits = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(time)?.slice(1).map(Number)
  if (digits === undefined) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = digits
  return {
    number: null,
    report: {
      ...motionOf(speed, course),
      fix_at: utc(year, month, day, hour, minute, second),
      valid: validity === 'A',
      lat: reading(lat),
      lon: reading(lon),
      altitude: reading(altitude),
      attributes: { battery: within(reading(battery), 0, 100) },
    },
  }
}

/** Eight inputs, eight outputs, four voltages, supply, battery. */
function decodeGpiop([inputs = '', outputs = '', ...volts]: string[]): Special | null {
  if (!/^[01]{8}$/.test(inputs) || !/^[01]{8}$/.test(outputs)) return null
  const [adc_1, adc_2, adc_3, adc_4, power_volts, battery_volts] = volts.map(reading)
  const bits = { inputs: Number.parseInt(inputs, 2), outputs: Number.parseInt(outputs, 2) }
  return { number: null, report: { attributes: { ...bits, adc_1, adc_2, adc_3, adc_4, power_volts, battery_volts } } }
}

/**
 * u-blox: 00, time, latitude, N, longitude, E, altitude, kind of fix, two accuracies, km/h, course, vertical speed, age,
 * three dilutions, satellites, and a reserved field, which some trackers fill with their number.
 */
function decodePubx(fields: string[], now: number): Special | null {
  const [, time, lat, north, lon, east, altitude, fix, accuracy, , speed, course, , , hdop, vdop, , satellites] = fields
  const place = placeOf(lat, north, lon, east)
  if (place === null) return null
  const reserved = fields[18] ?? ''
  return {
    number: /^\w{2,64}$/.test(reserved) ? reserved : null,
    report: {
      ...place,
      fix_at: timeOfDay(time, now),
      valid: fix !== undefined && fix !== 'NF',
      altitude: reading(altitude),
      accuracy: within(reading(accuracy), 0, 1e6),
      speed: scaled(reading(speed), KMH),
      heading: within(reading(course), 0, 360),
      attributes: { hdop: reading(hdop), vdop: reading(vdop), satellites: reading(satellites) },
    },
  }
}

/** `NET`, number, operator, strength, country and operator's code with a blank between them. */
function decodeNetwork([, number, operator, strength, codes = '']: string[]): Special | null {
  const [mcc, mnc] = /^(\d{3}) ?(\d{1,3})$/.exec(codes)?.slice(1).map(Number) ?? []
  const rssi = reading(strength)
  const network = mcc === undefined || mnc === undefined ? null : { mcc, mnc }
  if (!number) return null
  return { number, report: { attributes: { operator: operator || null, rssi, network } } }
}

/** Number, event, ddmmyyyy, hhmmss, latitude, longitude, km/h, course, A or V, ignition. */
function decodeQze(fields: string[]): Special | null {
  const [number, event, date = '', time, lat, lon, speed, course, validity, ignition] = fields
  if (!number || !/^\d{8}$/.test(date)) return null
  return {
    number,
    report: {
      fix_at: fromDayMonthYear(date.slice(0, 4) + date.slice(6), time),
      valid: validity === 'A',
      lat: reading(lat),
      lon: reading(lon),
      speed: scaled(reading(speed), KMH),
      heading: within(reading(course), 0, 360),
      attributes: { reason: reading(event), ignition: ignition === undefined ? null : Number(ignition) > 0 },
    },
  }
}

/** An alarm of WMCS as its bits; a position of the words `La`, `Lo`, `H`, `V`, each followed by its values. */
export function decodeWmcs(fields: string[]): Special | null {
  const [number] = fields
  const at = fields.findIndex((field) => /^GPSE[A-Z]$/.test(field))
  if (!number || at < 0) return null
  const after = (word: string, from = at) => {
    const index = fields.indexOf(word, from)
    return index < 0 ? [] : fields.slice(index + 1, index + 3)
  }
  const degrees = ([value, side]: string[]) => signed(reading(value), side === 'S' || side === 'W')
  const [visible, used] = (after('S')[0] ?? '').split(':').map(reading)
  const bits = after('ALARM', 0)[0]
  return {
    number,
    report: reportOf({
      fix_at: fromDayMonthYear(after('D')[0], after('T')[0]),
      valid: fields[at + 1] === 'A',
      lat: degrees(after('La')),
      lon: degrees(after('Lo')),
      heading: within(reading(after('H')[0]), 0, 360),
      speed: scaled(reading(after('V', at + 2)[0]), KMH),
      alarm: bits === undefined ? null : 'general',
      attributes: {
        satellites_visible: visible ?? null,
        satellites: used ?? null,
        status: bits === undefined ? null : hexOf(bits),
        outputs: hexOf(after('O', 0)[0]),
        inputs: hexOf(after('I', 0)[0]),
        distance: reading(after('DD')[0]),
      },
    }),
  }
}

const signed = (value: number | null, negative: boolean) => (value !== null && negative ? -value : value)

const hexOf = (text: string | undefined) => (/^0x[0-9A-F]{1,8}$/i.test(text ?? '') ? Number(text) : null)
