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
