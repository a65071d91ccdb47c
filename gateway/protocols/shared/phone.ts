import { type Attributes, BadReport } from '../report.ts'
import { lookUp } from './look_up.ts'
import { alarmNamed } from './vocabulary.ts'

/** Shared by the protocols of phone apps: optional numbers with values for "unknown", and words. */

/** @throws {BadReport} if it is missing, not a number, or out of range */
export function degrees(name: 'lat' | 'lon', value: unknown): number {
  const limit = name === 'lat' ? 90 : 180
  const number = typeof value === 'string' ? toNumber(value) : value
  if (number === undefined || number === null) throw new BadReport(`${name}: is missing`)
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new BadReport(`${name}: is not a number`)
  if (Math.abs(number) > limit) throw new BadReport(`${name}: ${number} is not between -${limit} and ${limit}`)
  return number
}

/**
 * An optional number. Apps send -1, NaN or nothing for unknown; an invalid one is unknown, too, since an app would
 * resend a refused report forever and block all others.
 */
export function measure(value: unknown, min: number, max: number): number | null {
  const number = typeof value === 'string' ? toNumber(value) : value
  return typeof number === 'number' && number >= min && number <= max ? number : null
}

/** Parses a decimal number; NaN for anything else, which `Number` would read as hexadecimal or 0. */
export function toNumber(text: string): number {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text.trim()) ? Number(text) : Number.NaN
}

export function flag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  if (value === 'true' || value === '1' || value === 1) return true
  if (value === 'false' || value === '0' || value === 0) return false
  return null
}

/**
 * Seconds since 1970 below 2³¹, milliseconds above, or ISO 8601; UTC without a zone. 0 and times before such devices
 * existed mean unknown.
 *
 * @returns milliseconds since 1970, or null for unknown
 */
export function time(name: string, value: unknown): number | null {
  if (value === undefined || value === null || value === '') return null
  const number = typeof value === 'string' ? toNumber(value) : value
  if (typeof number === 'number' && !Number.isNaN(number)) {
    if (number === 0) return null
    return checkTime(name, Math.round(number < 2 ** 31 ? number * 1000 : number))
  }
  // A plus in an address means a blank, and some apps write the zone's as it is.
  const text = typeof value === 'string' ? value.trim().replace(/(:\d\d(?:\.\d+)?) (\d\d:?\d\d)$/, '$1+$2') : ''
  if (!iso.test(text)) throw new BadReport(`${name}: is not a time`)
  const zoned = text.length <= 10 || /(Z|[+-]\d\d:?\d\d)$/i.test(text.slice(11))
  return checkTime(name, Math.round(Date.parse((zoned ? text : `${text}Z`).replace(' ', 'T'))))
}

function checkTime(name: string, ms: number): number | null {
  if (!Number.isFinite(ms)) throw new BadReport(`${name}: is not a time`)
  if (ms < 0 || ms >= Date.UTC(2100, 0)) throw new BadReport(`${name}: is not between 1970 and 2100`)
  return ms < Date.UTC(1990, 0) ? null : ms
}

const iso = /^\s*\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?\s*$/i

/** A word that is valid as an event or alarm; null for anything else. */
export function word(value: unknown): string | null {
  return typeof value === 'string' && /^[\w .:-]{1,64}$/.test(value) ? value : null
}

/** Maps an alarm to the vocabulary; apps write camel case. */
export function alarmWord(value: unknown): string | null {
  const text = word(value)
  if (text === null) return null
  const parted = text.replace(/([a-z\d])(?=[A-Z])/g, '$1_').toLowerCase()
  return lookUp(alarmNames, text) ?? alarmNamed(parted.slice(0, 64))
}

const alarmNames: Record<string, string> = {
  fallDown: 'fall',
  lowspeed: 'low_speed',
  fatigueDriving: 'fatigue',
  powerRestored: 'power_on',
  tampering: 'tamper',
  removing: 'tamper',
}

/** Adds an app's other fields under their own names. */
export function addOthers(attributes: Attributes, others: Iterable<[string, unknown]>): void {
  for (const [name, value] of others) {
    if (value === null || value === undefined || value === '' || name in attributes) continue
    if (typeof value === 'number' && !Number.isFinite(value)) continue // 1e309 is a number in JSON
    if (name.length > 64) throw new BadReport(`attributes: a name is longer than 64 characters`)
    if (Object.keys(attributes).length >= MAX_ATTRIBUTES) {
      throw new BadReport(`attributes: has more than ${MAX_ATTRIBUTES} entries`)
    }
    attributes[name] = value
  }
}

const MAX_ATTRIBUTES = 64

/** 1 kn = 1852 m an hour. */
export const METRES_PER_SECOND_OF_A_KNOT = 1852 / 3600
