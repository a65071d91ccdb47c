import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Default country of phone numbers. */
export const REGION = 'NZ'

/** @returns the number in international form (E.164), or null if invalid */
export function phoneNumber(text: string | null): string | null {
  const parsed = text ? parsePhoneNumberFromString(text, REGION) : undefined
  return parsed?.isValid() ? parsed.number : null
}
