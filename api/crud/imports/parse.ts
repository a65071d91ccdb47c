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
  const [, digits, in_cell] = /^(\d+(?:[.,]\d+)?)\s*([\p{L}/]*)$/u.exec(text) ?? []
  if (digits === undefined) throw wrong(name, `${text.slice(0, 30)} is no speed such as 80 or 80 km/h.`)
  const given = in_cell || unit
  const factor = given
    ? speedUnits[spelled[given.toLowerCase()] ?? (given.toLowerCase() as SpeedUnit)]
    : speedUnits[own]
  if (factor === undefined) throw wrong(name, `${given} is no unit of speed: give km/h, mph, kn or m/s.`)
  return Math.round(Number(digits.replace(',', '.')) * factor * 100) / 100
}

const spelled: Record<string, SpeedUnit> = {
  kmh: 'km/h',
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

const metres: Record<string, number> = { km: 1000, kms: 1000, mi: 1609.344, mile: 1609.344, miles: 1609.344, m: 1 }

type Units = { unit: string | null; speed_unit: SpeedUnit }

/** Several texts of a cell. */
export const splitTexts = (text: string): string[] =>
  text
    .split(/[,;|]/)
    .map((each) => each.trim())
    .filter(Boolean)

/** The names of a path such as `North > Depot` or `North / Depot`. */
export const pathOf = (text: string): string[] =>
  text
    .split(/\s*[>»]\s*|\s+\/\s+/)
    .map((name) => name.trim())
    .filter(Boolean)
