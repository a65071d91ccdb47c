import { isValidPhoneNumber, parsePhoneNumberFromString, validatePhoneNumberLength } from 'libphonenumber-js/max'
import { Type } from 'typebox'
import { scheduleFault } from '#db/schedule.ts'
import type { Schedule } from '#db/tables/tracking/schedule.ts'
import { AppError, wrong } from '../http/errors.ts'

/** Checks that a schema cannot express. Each throws an error that names the field. */

/** A name in a body. Blank ones are for `checkName` to refuse, which has an error of its own. */
export const Name = Type.String({ maxLength: 200 })

/**
 * A name of a person or an organisation as it is stored: composed (NFC), trimmed, with single spaces, as pages show
 * them, and without characters that are not seen or turn the direction of writing, by which two names would look the same.
 *
 * @throws {AppError} name_too_short for one of which nothing is left
 */
export function checkVisibleName<Name extends string | undefined>(name: Name, field = 'name'): Name {
  return name === undefined ? name : checkName(visible(name) as NonNullable<Name>, field)
}

/**
 * The names in the profile of a person, as they are stored. Empty ones stay. Two people may have one name, so names are
 * not compared; one that is made to look like another is refused.
 *
 * @throws {AppError} bad_request for a word of letters of several alphabets
 */
export function visibleNames<Names extends object>(names: Names): Names {
  const fields = Object.entries(names).map(([field, name]) => [
    field,
    typeof name === 'string' ? checkAlphabets(visible(name), field) : name,
  ])
  return Object.fromEntries(fields) as Names
}

/**
 * Refuses words that mix alphabets with letters of the same look, such as Latin with a Cyrillic a: no name is written
 * so, and people cannot tell it from another.
 */
export function checkAlphabets(name: string, field: string): string {
  const isMixed = (word: string) => ALPHABETS.filter((alphabet) => alphabet.test(word)).length > 1
  if (!name.split(/[^\p{L}\p{M}]+/u).some(isMixed)) return name
  throw wrong(field, 'has a word with letters of several alphabets. Please write it in one.')
}

/** Alphabets whose letters look like those of others. */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Lisu}/u,
]

const visible = (name: string) => name.replace(INVISIBLE, '').replace(/\s+/g, ' ').normalize('NFC').trim()

/** Control and format characters, and others without a shape; U+FEFF is one, though it counts as a space, too. */
const INVISIBLE = /\ufeff|(?!\s)[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** @returns the trimmed name; undefined where the field is missing */
export function checkName<Name extends string | undefined>(name: Name, field = 'name'): Name {
  if (name === undefined) return name
  const trimmed = name.trim()
  if (trimmed.length === 0) throw new AppError('name_too_short', undefined, field)
  return trimmed as Name
}

export function checkTimezone(timezone: string | null | undefined): void {
  if (!timezone) return
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone })
  } catch {
    throw wrong('timezone', `there is no timezone ${timezone}.`)
  }
}

export function checkLocale(locale: string | null | undefined): void {
  if (!locale) return
  try {
    new Intl.Locale(locale)
  } catch {
    throw wrong('locale', `there is no language ${locale}.`)
  }
}

export function checkSchedule(schedule: Schedule | null | undefined, field = 'schedule'): void {
  const fault = schedule ? scheduleFault(schedule) : null
  if (fault) throw wrong(field, `${fault}.`)
}

/**
 * Checks a pair of moments or days as it will be stored: a changed one beside the stored other. Null is open.
 *
 * @param pair the names of the fields, the earlier first
 * @throws {AppError} bad_request that names the changed field, the later one if both are
 * @example
 * checkPeriod(['begins', 'expires'], stored, changes)
 */
export function checkPeriod<Begin extends string, End extends string>(
  [begin, end]: readonly [Begin, End],
  stored: Partial<Record<Begin | End, string | null>>,
  changes: Partial<Record<Begin | End, string | null>>,
): void {
  if (changes[begin] === undefined && changes[end] === undefined) return
  const { [begin]: from, [end]: to } = { ...stored, ...present(changes) } as Record<string, string | null | undefined>
  if (!from || !to || Date.parse(from) < Date.parse(to)) return
  if (changes[end] !== undefined) throw wrong(end, `is not after ${begin}.`)
  throw wrong(begin, `is not before ${end}.`)
}

export function checkEmail(email: string, field = 'email'): string {
  const checked = checkEmails(email, field)
  if (!checked || checked.includes(',')) throw new AppError('email_invalid', undefined, field)
  return checked
}

/** Normalises a comma-separated list. The error names the invalid address. */
export function checkEmails(text: string, field = 'email_recipients'): string {
  const emails = split(text).map(canonicalEmail)
  for (const email of emails) {
    if (email.length > 254 || !EMAIL.test(email)) {
      throw new AppError('email_invalid', `${email} is not a valid e-mail address.`, field)
    }
  }
  return [...new Set(emails)].join(', ')
}

/** The canonical spelling of an address, which is stored, compared and mailed to. */
const canonicalEmail = (email: string) => email.normalize('NFKC').toLowerCase().normalize('NFKC')

/** Normalises a comma-separated list to E.164. Numbers without a country code are New Zealand's. */
export function checkPhones(text: string, field = 'phone_recipients'): string {
  const numbers = split(text).map((phone) => {
    if (validatePhoneNumberLength(phone, REGION) === 'TOO_SHORT') {
      throw new AppError('number_too_short', `${phone} is too short for a telephone number.`, field)
    }
    if (!isValidPhoneNumber(phone, REGION)) throw wrong(field, `${phone} is not a telephone number.`)
    return parsePhoneNumberFromString(phone, REGION)!.number
  })
  return [...new Set(numbers)].join(', ')
}

const REGION = 'NZ'
const EMAIL = /^[^\s\p{C}@<>(),;:"]+@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/u

/** Without undefined fields, which are unchanged ones. */
const present = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const split = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
