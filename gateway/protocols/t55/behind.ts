import type { Attributes, Report } from '../report.ts'
import { networkOf } from '../shared/network.ts'
import { reading, within } from '../shared/units.ts'
import type { AlarmName } from '../shared/vocabulary.ts'
import type { Special } from './special.ts'

/** What trackers put behind the checksum of RMC: a list of figures, or fields of the makers Xexun or Sanav. */
export function decodeBehind(rest: string): Special | null {
  if (!rest.startsWith(',')) return null
  return decodeList(rest) ?? decodeXexun(rest.slice(1).split(',')) ?? decodeSanav(rest.slice(1).split(','))
}

/** Satellites, number, ignition, fuel, battery, and elements of their own. */
function decodeList(rest: string): Special | null {
  const parts = /^,(\d{1,2}),(\d{4,20}),([01]),(\d{1,3})(?:,(\d{1,3}))?((?:,\d{1,15})*)/.exec(rest)
  if (parts === null) return null
  const [, satellites, number = '', ignition, fuel, battery, others = ''] = parts
  const elements = others.split(',').slice(1, 33)
  return special(number, {
    satellites: Number(satellites),
    ignition: ignition === '1',
    fuel: within(Number(fuel), 0, 100),
    battery: battery === undefined ? null : within(Number(battery), 0, 100),
    ...Object.fromEntries(elements.map((value, i) => [`io_${i + 1}`, Number(value)])),
  })
}

/**
 * F or L for the signal, what is wrong, `imei:` and the number, satellites, metres, `F:` and volts, charging, length,
 * checksum, country, operator, area, cell.
 */
function decodeXexun(fields: string[]): Special | null {
  const at = fields.findIndex((field) => /^ *imei:/i.test(field))
  const number = /imei: *(\d{10,16})/i.exec(fields[at] ?? '')?.[1]
  if (number === undefined) return null
  const [satellites, altitude, volts, charging, , , ...cell] = fields.slice(at + 1)
  const alarm = alarmOf(fields.slice(0, at))
  const battery_volts = reading(/^[FL]:([\d.]+)V$/i.exec(volts ?? '')?.[1])
  // After the number, older trackers only have a checksum.
  if (battery_volts === null) return special(number, {}, { alarm })
  const attributes = { satellites: reading(satellites), battery_volts, charging: bit(charging), network: cellOf(cell) }
  return special(number, attributes, { alarm, altitude: reading(altitude) })
}

function cellOf(fields: string[]) {
  const [mcc, mnc] = fields.slice(0, 2).map(reading)
  const [lac, cid] = fields
    .slice(2, 4)
    .map((hex) => (/^[0-9A-F]{1,8}$/i.test(hex) ? Number.parseInt(hex, 16) : Number.NaN))
  if (typeof mcc !== 'number' || typeof mnc !== 'number' || lac === undefined || cid === undefined) return null
  return networkOf([{ mcc, mnc, lac, cid }])
}

/** What made the tracker report, and among fields of its own the modem's strength, and the battery as mV, or V and percent. */
function decodeSanav(fields: string[]): Special | null {
  const [event = ''] = fields
  if (!/^([A-Z][\w !]{1,31})?$/i.test(event.trim())) return null
  const found = (pattern: RegExp) => fields.map((field) => pattern.exec(field.trim())).find((match) => match !== null)
  const percent = found(/^(\d\.\d{1,3});(\d{1,3})%/)
  const millivolts = reading(found(/^(\d{4})mV$/)?.[1])
  if (event.trim() === '' && !percent) return null
  const attributes = {
    battery_volts: reading(percent?.[1]) ?? (millivolts === null ? null : millivolts / 1000),
    battery: within(reading(percent?.[2]), 0, 100),
    rssi: within(reading(found(/^M(\d{1,2})$/)?.[1]), 0, 31),
  }
  return special(null, attributes, { alarm: alarmOf(fields) })
}

function alarmOf(fields: string[]): AlarmName | null {
  const words = fields.join(' ').toLowerCase()
  return alarms.find(([pattern]) => pattern.test(words))?.[1] ?? null
}

const alarms: [RegExp, AlarmName][] = [
  [/\bhelp me\b|\bsos\b/, 'sos'],
  [/\blow battery\b|\bbattery low\b/, 'low_battery'],
  [/\bstockade\b/, 'geofence'],
  [/\bgfin\b/, 'geofence_enter'],
  [/\bgout\b/, 'geofence_exit'],
  [/\bmove\b/, 'movement'],
  [/\bspeed\b/, 'overspeed'],
]

const bit = (text: string | undefined) => (text === '1' ? true : text === '0' ? false : null)

const special = (number: string | null, attributes: Attributes, report: Partial<Report> = {}): Special => ({
  number,
  report: { ...report, attributes },
})
