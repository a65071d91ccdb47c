import { utc } from './utc.ts'

/** The number in decimal digits of four bits each; null if one of them is no digit, as in FFFF for unknown. */
export function bcd(bytes: Buffer): number | null {
  const digits = bytes.toString('hex')
  return /^\d+$/.test(digits) ? Number(digits) : null
}

/** The IMEI in eight bytes: 16 digits, of which the first is 0. Null where it is no such number. */
export function bcdImei(bytes: Buffer): string | null {
  const digits = bytes.toString('hex', 0, 8)
  return /^0\d{15}$/.test(digits) ? digits.slice(1) : null
}

/** `yymmddhhmmss` in six bytes. @returns milliseconds since 1970, or null */
export function bcdTime(bytes: Buffer): number | null {
  const [year, month, day, hour, minute, second] = [...bytes.subarray(0, 6)].map((byte) => bcd(Buffer.of(byte)))
  if (year == null || month == null || day == null || hour == null || minute == null || second == null) return null
  return utc(year, month, day, hour, minute, second)
}
