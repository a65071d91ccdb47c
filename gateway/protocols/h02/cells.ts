import { type Attributes, BadReport, type Report } from '../report.ts'
import { type Cell, networkOf } from '../shared/network.ts'
import { nmeaDegrees, reportOf } from '../shared/place.ts'
import { KNOT, reading, scaled, within } from '../shared/units.ts'
import { fromDayMonthYear } from '../shared/utc.ts'
import { decodeStatus } from './status.ts'

/**
 * NBR, neighbouring cells: hhmmss, MCC, MNC, timing advance, count, (area, cell, signal)…, ddmmyy, status.
 *
 * @throws {BadReport}
 */
export function decodeNeighbours(fields: string[]): Report {
  const count = within(reading(fields[4]), 0, MAX_CELLS)
  if (count === null) throw new BadReport('count: is not a number of cells')
  const [mcc, mnc] = [whole('mcc', fields[1]), whole('mnc', fields[2])]
  const cells = triples(fields.slice(5, 5 + count * 3)).map(([lac, cid, signal]) => ({
    mcc,
    mnc,
    lac: whole('lac', lac),
    cid: whole('cid', cid),
    signal: whole('signal', signal),
  }))
  const [date, status] = fields.slice(5 + count * 3)
  return withStatus(fromDayMonthYear(date, fields[0]), status, { network: networkOf(cells) })
}

/**
 * V3, cells: hhmmss, MCC and MNC in one, count, (area, cell, level, signal)…, battery, restarts, X, ddmmyy, status.
 *
 * @throws {BadReport}
 */
export function decodeCells(fields: string[]): Report {
  const count = within(reading(fields[2]), 0, MAX_CELLS)
  if (count === null || !/^\d{4,6}$/.test(fields[1] ?? '')) throw new BadReport('cells: are missing')
  const [mcc, mnc] = [Number(fields[1]!.slice(0, 3)), Number(fields[1]!.slice(3))]
  const cells: Cell[] = Array.from({ length: count }, (_, i) => {
    const [lac, cid, , signal] = fields.slice(3 + i * 4, 7 + i * 4)
    const cell = { mcc, mnc, lac: whole('lac', lac), cid: whole('cid', cid) }
    return reading(signal) ? { ...cell, signal: whole('signal', signal) } : cell
  })
  const [battery, , , date, status] = fields.slice(3 + count * 4)
  // No document names the unit of the battery.
  const raw = /^[0-9A-F]{4}$/i.test(battery ?? '') ? Number.parseInt(battery!, 16) : null
  return withStatus(fromDayMonthYear(date, fields[0]), status, { network: networkOf(cells), io_1: raw })
}

/** LINK: hhmmss, signal, satellites, battery in percent, steps, turnovers, ddmmyy, status. */
export function decodeLink(fields: string[]): Report {
  const [time, rssi, satellites, battery, steps, turnovers, date, status] = fields
  return withStatus(fromDayMonthYear(date, time), status, {
    rssi: reading(rssi),
    satellites: reading(satellites),
    battery: within(reading(battery), 0, 100),
    steps: reading(steps),
    io_1: reading(turnovers),
  })
}

/**
 * VP1: either V, MCC, MNC and cells parted by Y, or A or B, latitude, N, longitude, E, speed, course, ddmmyy.
 *
 * @throws {BadReport}
 */
export function decodeFrugal(fields: string[], now: number): Report {
  const [validity, ...rest] = fields
  if (validity === 'V') {
    const [mcc, mnc] = [whole('mcc', rest[0]), whole('mnc', rest[1])]
    const cells = rest.slice(2).join(',').split('Y').slice(0, MAX_CELLS)
    const network = cells.map((cell) => {
      const [lac, cid, signal] = cell.split(',')
      return { mcc, mnc, lac: whole('lac', lac), cid: whole('cid', cid), signal: whole('signal', signal) }
    })
    return reportOf({ attributes: { network: networkOf(network) } })
  }
  if (validity !== 'A' && validity !== 'B') throw new BadReport('validity: is none of A, B and V')
  const [lat = '', northSouth = '', lon = '', eastWest = '', speed, course, date = ''] = rest
  if (!/^[NS]$/.test(northSouth) || !/^[EW]$/.test(eastWest)) throw new BadReport('lat: has no hemisphere')
  return reportOf({
    fix_at: dayAlone(date.slice(0, 6), now),
    valid: validity === 'A',
    lat: nmeaDegrees('lat', lat, northSouth),
    lon: nmeaDegrees('lon', lon, eastWest),
    speed: scaled(reading(speed), KNOT),
    heading: reading(course),
  })
}

const MAX_CELLS = 32

/** A day without a time: where that is today, it is now. */
function dayAlone(date: string, now: number): number | null {
  const midnight = fromDayMonthYear(date, '000000')
  return midnight === now - (now % 86_400_000) ? null : midnight
}

/** @throws {BadReport} */
function withStatus(fix_at: number | null, status: string | undefined, attributes: Attributes): Report {
  if (!/^[0-9A-F]{8}$/i.test(status ?? '')) throw new BadReport('status: is not 8 hexadecimal digits')
  const decoded = decodeStatus(Number.parseInt(status!, 16))
  return reportOf({ fix_at, alarm: decoded.alarm, attributes: { ...attributes, ...decoded.attributes } })
}

/** @throws {BadReport} */
function whole(name: string, text: string | undefined): number {
  const value = reading(text)
  if (value === null || !Number.isInteger(value)) throw new BadReport(`${name}: is not a whole number`)
  return value
}

const triples = (fields: string[]) =>
  Array.from({ length: Math.ceil(fields.length / 3) }, (_, i) => fields.slice(i * 3, i * 3 + 3))
