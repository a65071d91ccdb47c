import { storableText } from './text.ts'

/**
 * A tracker's number: what a device calls itself, an IMEI or any other name. This file is the one place for how it may
 * be written, and for which ways of writing it are the same number.
 */

/** Printable ASCII with single spaces inside: no letters that look alike, and neither `+` nor `#`, MQTT's wildcards. */
export const NUMBER_PATTERN = '^[!"$-*,-~]+( [!"$-*,-~]+)*$'
export const NUMBER_DESCRIPTION =
  'a number of unaccented letters, digits and punctuation, without + and #, and with single spaces inside only'
export const NUMBER_LENGTH = 64

const pattern = new RegExp(NUMBER_PATTERN, 'u')

/** A number as a device said it, without what PostgreSQL cannot hold: of that nothing is the number of a tracker. */
export const storableNumber = (text: string): string => storableText(text, NUMBER_LENGTH)

/** Whether a tracker may be given this number. */
export const isTrackerNumber = (text: string): boolean => text.length <= NUMBER_LENGTH && pattern.test(text)

/**
 * The one form that all spellings of a number share: capital letters count as small ones; from 14 digits on, leading
 * zeros are left out, and 14 digits get their check digit, since devices pad an IMEI or say it without its last digit
 * (3GPP TS 23.003 §6.2.1). The column `tracker.canonical_number` is the same function in the database.
 */
export function canonicalNumber(number: string): string {
  if (!/^[0-9]{14,}$/.test(number)) return number.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const bare = number.replace(/^0+(?=.)/, '')
  return bare.length === 14 ? bare + checkDigit(bare) : bare
}

/**
 * Picks the tracker of a number from rows with its canonical form. There are several only where they were registered
 * before there was one form: the one written as the device says it goes first, then the oldest.
 */
export function pickByNumber<T extends { number: string; number_clash: number }>(
  rows: T[],
  number: string,
): T | undefined {
  return rows.find((row) => row.number === number) ?? rows.toSorted((a, b) => a.number_clash - b.number_clash)[0]
}

/**
 * A number as a level of MQTT topics: percent-encoded, so that no number can hold `/`, `+` or `#` there. One without
 * these, a space and `%` may also stand there as it is.
 */
export function topicLevels(number: string): string[] {
  const encoded = encodeURIComponent(number)
  return encoded === number || /[/+#% ]/.test(number) ? [encoded] : [number, encoded]
}

/** Luhn's, over the fourteen digits of an IMEI. */
function checkDigit(digits: string): string {
  let sum = 0
  for (const [i, digit] of [...digits].entries()) {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return String((10 - (sum % 10)) % 10)
}
