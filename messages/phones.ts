import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Where a number without a country belongs. */
export const REGION = 'NZ'

/** @returns the number in international form (E.164), or null where it is none */
export function phoneNumber(text: string | null): string | null {
  const parsed = text ? parsePhoneNumberFromString(text, REGION) : undefined
  return parsed?.isValid() ? parsed.number : null
}
