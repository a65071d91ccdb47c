import { type Attributes, BadReport, type Report } from '../report.ts'
import { type Cell, networkOf } from '../shared/network.ts'
import { onPlanet, reportOf } from '../shared/place.ts'
import { KMH, reading, scaled, within } from '../shared/units.ts'
import { fromDayMonthYear } from '../shared/utc.ts'
import type { AlarmName } from '../shared/vocabulary.ts'

/**
 * ddmmyy, hhmmss, A or V, latitude, N, longitude, E, km/h, course, altitude, satellites, signal, battery, steps, turns,
 * state in hexadecimal, cells, wireless networks, accuracy.
 *
 * @throws {BadReport}
 */
export function readPosition(fields: string[], raises: boolean): Report {
  const [date, time, validity, lat, northSouth, lon, eastWest, speed, course, altitude, ...rest] = fields
  const [satellites, rssi, battery, steps, turns, state = '', ...around] = rest
  if (!/^[AV]$/.test(validity ?? '')) throw new BadReport('validity: is neither A nor V')
  const valid = validity === 'A'
  const { attributes, accuracy } = readSurroundings(around)
  return reportOf({
    fix_at: fromDayMonthYear(date, time),
    valid,
    lat: degrees('lat', lat, northSouth, valid),
    lon: degrees('lon', lon, eastWest, valid),
    speed: scaled(reading(speed), KMH),
    heading: reading(course),
    altitude: reading(altitude),
    accuracy,
    alarm: raises ? alarmOf(state) : null,
    attributes: {
      satellites: reading(satellites),
      rssi: reading(rssi),
      battery: within(reading(battery), 0, 100),
      steps: reading(steps),
      // How often the sleeper turned.
      io_15: reading(turns) || null,
      status: /^[0-9A-F]{1,8}$/i.test(state) ? Number.parseInt(state, 16) : null,
      ...attributes,
    },
  })
}

/** The sign, or the letter: some models send both, and mean it once. */
function degrees(name: 'lat' | 'lon', text: string | undefined, hemisphere: string | undefined, valid: boolean) {
  const value = reading(text)
  if (value === null) {
    if (valid) throw new BadReport(`${name}: is not a number`)
    return null
  }
  return onPlanet(name, hemisphere === 'S' || hemisphere === 'W' ? -Math.abs(value) : value)
}

/** The high half has the alarms, the low half the state. Early models have four digits, and no halves. */
function alarmOf(state: string): AlarmName {
  const bits = /^[0-9A-F]{1,8}$/i.test(state) ? Number.parseInt(state, 16) : 0
  const known = state.length > 4 ? [...alarmBits, ...stateBits] : [...stateBits, [3, 'overspeed'] as const]
  return known.find(([bit]) => ((bits >>> bit) & 1) === 1)?.[1] ?? 'general'
}

const alarmBits: [number, AlarmName][] = [
  [16, 'sos'],
  [21, 'fall'],
  [22, 'fall'],
  [20, 'tamper'],
  [18, 'geofence_exit'],
  [19, 'geofence_enter'],
  [17, 'low_battery'],
]

const stateBits: [number, AlarmName][] = [
  [0, 'low_battery'],
  [1, 'geofence_exit'],
  [2, 'geofence_enter'],
]

/** Count of cells, timing advance, MCC, MNC, (area, cell, signal)…, count of networks, (name, address, signal)…, metres. */
function readSurroundings(fields: string[]): { attributes: Attributes; accuracy: number | null } {
  const count = countOf(fields[0])
  const [mcc, mnc] = count > 0 ? [fields[2], fields[3]] : []
  const triples = count > 0 ? fields.slice(4, 4 + 3 * count) : []
  const cells = cellsOf(mcc, mnc, triples)
  const rest = fields.slice(count > 0 ? 4 + 3 * count : 1)
  const { wifi, length } = readWifi(rest)
  const accuracy = reading(rest[length])
  return {
    attributes: { network: networkOf(cells), wifi: wifi.length > 0 ? wifi : null },
    accuracy: accuracy !== null && accuracy > 0 && accuracy < MAX_ACCURACY_M ? accuracy : null,
  }
}

const MAX_PLACES = 32
const MAX_ACCURACY_M = 100_000
const countOf = (text: string | undefined) => (/^\d{1,2}$/.test(text ?? '') ? Math.min(Number(text), MAX_PLACES) : 0)

/** Decimal, or hexadecimal where a letter shows it. */
function cellsOf(country: string | undefined, network: string | undefined, triples: string[]): Cell[] {
  const places = triples.filter((_, at) => at % 3 < 2)
  const radix = places.some((text) => /[A-F]/i.test(text)) ? 16 : 10
  const number = (text: string | undefined) =>
    new RegExp(radix === 16 ? '^[0-9A-F]{1,8}$' : '^\\d{1,10}$', 'i').test(text ?? '')
      ? Number.parseInt(text!, radix)
      : Number.NaN
  const [mcc, mnc] = [reading(country), reading(network)]
  if (mcc === null || mnc === null) return []
  return Array.from({ length: Math.floor(triples.length / 3) }, (_, i) => {
    const [lac, cid, signal] = triples.slice(i * 3, i * 3 + 3)
    const strength = reading(signal)
    return { mcc, mnc, lac: number(lac), cid: number(cid), ...(strength !== null && { signal: strength }) }
  })
}

/** A name may have commas, so the address is what is looked for. */
function readWifi(fields: string[]): { wifi: { mac: string; signal: number }[]; length: number } {
  const wifi: { mac: string; signal: number }[] = []
  const count = countOf(fields[0])
  let at = 1
  while (wifi.length < count && at < fields.length) {
    const found = fields.findIndex(
      (field, i) => i >= at && address.test(field) && /^-?\d{1,3}$/.test(fields[i + 1] ?? ''),
    )
    if (found < 0) break
    wifi.push({ mac: fields[found]!.toLowerCase(), signal: Number(fields[found + 1]) })
    at = found + 2
  }
  return { wifi, length: at }
}

const address = /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/i
