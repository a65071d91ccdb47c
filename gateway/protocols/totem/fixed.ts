import { BadReport, type Report } from '../report.ts'
import { networkOf } from '../shared/network.ts'
import { nmeaDegrees, onPlanet, reportOf } from '../shared/place.ts'
import { KMH, reading, scaled, within } from '../shared/units.ts'
import { fromYearMonthDay } from '../shared/utc.ts'
import { statusAlarms, totemAlarms } from './alarms.ts'

/**
 * AT07 and AT09: status of 8 hexadecimal digits, yymmddhhmmss, a part that differs from firmware to firmware, satellites,
 * signal, course, speed in km/h, hdop, kilometres, latitude, longitude, sometimes a temperature, serial.
 *
 * @returns null for what is no position
 * @throws {BadReport}
 */
export function decodeFixed(type: string, body: string): Report | null {
  const parts = fixed.exec(body)
  if (parts === null) return null
  const [, hex = '', date, time, middle = '', satellites, signal, course, speed, hdop, odometer, ...place] = parts
  const status = Number.parseInt(hex, 16)
  const { twoTemperatures, cell, attributes } = decodeMiddle(middle)
  const on = (bit: number) => ((status >>> bit) & 1) === 1
  const alarm = totemAlarms[type] ?? statusAlarms.find(([bit]) => on(bit))?.[1] ?? null
  return reportOf({
    fix_at: fromYearMonthDay(date, time),
    // The bit moved when the second temperature came.
    valid: on(twoTemperatures ? 12 : 14),
    lat: nmeaDegrees('lat', place[0]!, place[1]!),
    lon: nmeaDegrees('lon', place[2]!, place[3]!),
    speed: Number(speed) * KMH,
    heading: Number(course),
    alarm,
    seq: Number(place[4]),
    attributes: {
      ignition: on(30),
      external_power: on(28),
      output_1: on(23),
      output_2: on(22),
      output_3: on(21),
      ...(twoTemperatures && { output_4: on(20), input_2: on(19), input_3: on(18), input_4: on(17), charging: on(11) }),
      status,
      ...attributes,
      satellites: Number(satellites),
      network: networkOf([{ ...cell, signal: Number(signal) }]),
      hdop: Number(hdop),
      odometer: Number(odometer) * 1000,
    },
  })
}

const fixed =
  /^([0-9A-F]{8})(\d{6})(\d{6})([0-9A-F]{15,41})(\d\d)(\d\d)(\d{3})(\d{3})(\d\d\.\d)(\d{7})(\d{4}\.\d{4})([NS])(\d{5}\.\d{4})([EW])(?:\d{4})?(\d{4})$/

/**
 * Battery in 0.1 V and supply in V, two digits each, or battery alone in 0.01 V, three digits; one or four analogue
 * inputs, none to two temperatures, area and cell in hexadecimal, and MNC and MCC or neither.
 *
 * @throws {BadReport}
 */
function decodeMiddle(text: string) {
  for (const [pattern, twoTemperatures] of middles) {
    const groups = pattern.exec(text)?.groups
    if (groups === undefined) continue
    const { battery, power, volts, adc = '', temperatures = '', lac = '', cid = '', mnc, mcc } = groups
    const cell = { lac: Number.parseInt(lac, 16), cid: Number.parseInt(cid, 16) }
    const country = mcc === undefined ? {} : { mcc: Number(mcc), mnc: Number(mnc) }
    return {
      twoTemperatures,
      cell: { ...country, ...cell },
      attributes: {
        battery_volts: scaled(reading(volts ?? battery), volts === undefined ? 0.1 : 0.01),
        power_volts: reading(power),
        ...numbered('io', adc, 1),
        // No document names the unit of the temperatures.
        ...numbered('io', temperatures, 5),
      },
    }
  }
  throw new BadReport('battery: is in none of the forms that are known')
}

const numbered = (name: string, digits: string, from: number) =>
  Object.fromEntries((digits.match(/\d{4}/g) ?? []).map((value, i) => [`${name}_${from + i}`, Number(value)]))

/** In order of trial. A country code separates digits of the cell from those of the country. */
const middles: [RegExp, boolean][] = ['(?<battery>\\d\\d)(?<power>\\d\\d)', '(?<volts>\\d{3})'].flatMap((supply) =>
  (
    [
      ['(?<adc>\\d{4})', 0],
      ['(?<adc>\\d{4})', 1],
      ['(?<adc>\\d{4})', 2],
      ['(?<adc>\\d{16})', 1],
      ['(?<adc>\\d{16})', 2],
    ] as const
  ).flatMap(([adc, temperatures]) =>
    ['', '(?<mnc>\\d\\d)(?<mcc>[2-7]\\d\\d)'].map((country): [RegExp, boolean] => [
      new RegExp(
        `^${supply}${adc}(?<temperatures>\\d{${temperatures * 4}})(?<lac>[0-9A-F]{4})(?<cid>[0-9A-F]{4})${country}$`,
      ),
      temperatures === 2,
    ]),
  ),
)

/**
 * Types that begin with E: yymmddhhmmss, longitude and latitude in degrees, and the data of the type: E2 a card that was
 * read, E5 engine data.
 *
 * @returns null if it is not a position
 * @throws {BadReport}
 */
export function decodeParted(type: string, body: string): Report | null {
  const parts = /^(\d{6})(\d{6}),(-?\d{1,3}\.\d+),(-?\d{1,2}\.\d+),(.*?)\|?$/s.exec(body)
  if (parts === null) return null
  const [, date, time, lon, lat, rest = ''] = parts
  return reportOf({
    fix_at: fromYearMonthDay(date, time),
    valid: true,
    lat: onPlanet('lat', Number(lat)),
    lon: onPlanet('lon', Number(lon)),
    attributes: { type, ...(type === 'E2' ? { driver: rest } : type === 'E5' ? decodeEngine(rest.split(',')) : {}) },
  })
}

/**
 * Version, odometer, fuel used, consumption, supply in mV, revolutions, km/h, air flow, air pressure, coolant, air
 * temperature, load, throttle, fuel; 255 is unknown. No document names the units of the first three.
 */
function decodeEngine(fields: string[]) {
  const [, odometer, used, consumption, volts, rpm, speed, , , coolant, , load, throttle, fuel] = fields.map(reading)
  const percent = (value: number | null | undefined) => within(value ?? null, 0, 100)
  return {
    io_1: odometer,
    io_2: used,
    io_3: consumption,
    power_volts: scaled(volts ?? null, 0.001),
    rpm,
    obd_speed: scaled(speed ?? null, KMH),
    coolant_temperature: coolant,
    engine_load: percent(load),
    throttle: percent(throttle),
    fuel: percent(fuel),
  }
}
