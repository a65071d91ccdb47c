import { storableText } from './text.ts'

/**
 * A tracker's number: its identifier on the wire, an IMEI or any other name. The only place for its syntax and its
 * canonical form.
 */

/** Printable ASCII with single spaces inside: no look-alike letters, and neither `+` nor `#`, MQTT's wildcards. */
export const NUMBER_PATTERN = '^[!"$-*,-~]+( [!"$-*,-~]+)*$'
export const NUMBER_DESCRIPTION =
  'a number of unaccented letters, digits and punctuation, without + and #, and with single spaces inside only'
export const NUMBER_LENGTH = 64

const pattern = new RegExp(NUMBER_PATTERN, 'u')

/**
 * A number as sent by a device, without characters that PostgreSQL cannot store: such a number belongs to no tracker.
 */
export const storableNumber = (text: string): string => storableText(text, NUMBER_LENGTH)

/** Whether the number is valid for a tracker. */
export const isTrackerNumber = (text: string): boolean => text.length <= NUMBER_LENGTH && pattern.test(text)

/**
 * The canonical form of a number: lower case; from 14 digits on without leading zeros, and 14 digits with their check
 * digit, since devices pad an IMEI or omit its last digit (3GPP TS 23.003 §6.2.1). The column
 * `tracker.canonical_number` is the same function in the database.
 */
export function canonicalNumber(number: string): string {
  if (!/^[0-9]{14,}$/.test(number)) return number.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const bare = number.replace(/^0+(?=.)/, '')
  return bare.length === 14 ? bare + checkDigit(bare) : bare
}

/**
 * Picks a number's tracker from rows with its canonical form. There are several only from before numbers had one: first
 * the one spelled as the device sends it, then the oldest.
 */
export function pickByNumber<T extends { number: string; number_clash: number }>(
  rows: T[],
  number: string,
): T | undefined {
  return rows.find((row) => row.number === number) ?? rows.toSorted((a, b) => a.number_clash - b.number_clash)[0]
}

/**
 * A number as a level of MQTT topics: percent-encoded, so it cannot contain `/`, `+` or `#`. A number without these and
 * without `%`, which could be the code of another number, is also accepted as it is.
 */
export function topicLevels(number: string): string[] {
  const encoded = encodeURIComponent(number)
  return encoded === number || /[/+#%]/.test(number) ? [encoded] : [number, encoded]
}

/** Luhn check digit of the fourteen digits of an IMEI. */
function checkDigit(digits: string): string {
  let sum = 0
  for (const [i, digit] of [...digits].entries()) {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return String((10 - (sum % 10)) % 10)
}
