import { SpeedLimit } from '#db/tables/columns.ts'
import { wrong } from '../../http/errors.ts'
import { type SpeedUnit, speedUnits } from './kind.ts'

/** @throws {AppError} for a number that a spreadsheet has shortened to a power of ten */
export function identifier(name: string, text: string): string {
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(text)) {
    throw wrong(name, `${text} has lost digits in the spreadsheet. Format the column as text and enter it again.`)
  }
  return text
}

/**
 * A speed in metres per second, such as `80`, `80,5` or `50 mph`: the unit of the cell comes before that of the header,
 * and that before the person's.
 *
 * @throws {AppError} bad_request
 */
export function speed(name: string, text: string, unit: string | null, own: SpeedUnit): number {
  const [, digits, in_cell] = /^(\d+(?:[.,]\d+)?)\s*([\p{L}/]*)$/u.exec(text.replaceAll(/\s*\/\s*/g, '/')) ?? []
  if (digits === undefined) throw wrong(name, `${text.slice(0, 30)} is no speed such as 80 or 80 km/h.`)
  const given = in_cell || unit
  const factor = speedUnits[(unitNamed(given) || own) as SpeedUnit]
  if (factor === undefined) throw wrong(name, `${given} is no unit of speed: give km/h, mph, kn or m/s.`)
  const { minimum: least, maximum: most } = SpeedLimit as unknown as { minimum: number; maximum: number }
  const value = Math.round(Number(digits.replace(',', '.')) * factor * 100) / 100
  if (value >= least && value <= most) return value
  // The schema would say it in metres per second.
  const range = `${Math.ceil(least / factor)} and ${Math.floor(most / factor)}`
  throw wrong(name, `${text.slice(0, 30)} is not between ${range} ${unitNamed(given) || own}.`)
}

const unitNamed = (given: string | null | undefined) => given && (spelled[given.toLowerCase()] ?? given.toLowerCase())

const spelled: Record<string, SpeedUnit> = {
  kmh: 'km/h',
  // Many write a speed as a distance.
  km: 'km/h',
  mi: 'mph',
  miles: 'mph',
  km_h: 'km/h',
  kph: 'km/h',
  'mi/h': 'mph',
  knots: 'kn',
  kt: 'kn',
  kts: 'kn',
  ms: 'm/s',
}

/**
 * A distance in metres, such as `10000`, `10 000` or `6,000 mi`: the unit of the cell comes before that of the header;
 * without one it is kilometres, or miles where speeds are in miles per hour.
 *
 * @throws {AppError} bad_request
 */
export function distance(name: string, text: string, { unit, speed_unit }: Units): number {
  const [, digits = '', in_cell] = /^(\d[\d\s.,']*?)\s*(\p{L}*)$/u.exec(text) ?? []
  const plain = digits.replaceAll(/[\s']|[.,](?=\d{3}(\D|$))/g, '').replace(',', '.')
  if (!/^\d+(\.\d+)?$/.test(plain)) throw wrong(name, `${text.slice(0, 30)} is no distance such as 10000 or 10000 km.`)
  const given = (in_cell || unit || (speed_unit === 'mph' ? 'mi' : 'km')).toLowerCase()
  const factor = metres[given]
  if (factor === undefined) throw wrong(name, `${given} is no unit of distance: give km, mi or m.`)
  return Math.round(Number(plain) * factor)
}

const metres: Record<string, number> = {
  km: 1000,
  kms: 1000,
  kilometre: 1000,
  kilometres: 1000,
  kilometer: 1000,
  kilometers: 1000,
  mi: 1609.344,
  mile: 1609.344,
  miles: 1609.344,
  m: 1,
  metres: 1,
  meters: 1,
}

type Units = { unit: string | null; speed_unit: SpeedUnit }

/** Seconds such as `90`, or a time such as `0:01:30`, which a workbook keeps as one of its first day. */
export function seconds(text: string): number | string {
  const [, hours, minutes, rest] = /^(?:18\d\d-\d\d-\d\dT)?(\d{1,2}):(\d\d):(\d\d)$/.exec(text) ?? []
  return hours === undefined ? text : Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
}

/** Several texts of a cell. */
export const splitTexts = (text: string): string[] =>
  (listIn(text) ?? text.split(/[,;|]/)).map((each) => each.trim()).filter(Boolean)

/** Texts, or the names of rows, as lists that were exported here have them; null for another cell. */
export function listIn(text: string): string[] | null {
  if (!/^\[.*\]$/s.test(text)) return null
  try {
    return (JSON.parse(text) as unknown[]).map((each) => String((each as { name?: unknown } | null)?.name ?? each))
  } catch {
    return null
  }
}

/** The names of a path such as `North > Depot`, `North / Depot` or `North\\Depot`. */
export const pathOf = (text: string): string[] =>
  text
    .split(/\s*[>»›→\\]\s*|\s+\/\s+/)
    .map((name) => name.trim())
    .filter(Boolean)
