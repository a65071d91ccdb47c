import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Default country of phone numbers. */
export const REGION = 'NZ'

/** @returns the number in international form (E.164), or null if invalid */
export function phoneNumber(text: string | null): string | null {
  const parsed = text ? parsePhoneNumberFromString(text, REGION) : undefined
  return parsed?.isValid() ? parsed.number : null
}

/** The digits of a number as it is given, and as it is dialled from abroad and in its own country. */
export function digitsOf(text: string): string[] {
  const parsed = parsePhoneNumberFromString(text, REGION)
  const spellings = [text, ...(parsed ? [parsed.number, parsed.formatNational()] : [])]
  return [...new Set(spellings.map((spelling) => spelling.replaceAll(/\D/g, '')))]
}
