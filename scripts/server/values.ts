import { isIP } from 'node:net'
import type { Static, TSchema } from 'typebox'
import Value from 'typebox/value'

/** An invalid setting. The message is one sentence that names it. */
export class SettingError extends Error {
  override name = 'SettingError'
}

/** Parsers for values of settings. All throw a SettingError that names the setting. */

export function integer(name: string, value: string, min: number, max: number): number {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new SettingError(`${name} is "${value}": give a whole number from ${min} to ${max}.`)
  }
  return number
}

export function choice<T extends string>(name: string, value: string, choices: readonly T[]): T {
  if (!(choices as readonly string[]).includes(value)) {
    throw new SettingError(`${name} is "${value}": give one of ${choices.join(', ')}.`)
  }
  return value as T
}

/** @param split into an address for each host, if there may be several */
export function url(
  name: string,
  value: string,
  protocols: string[],
  split = (address: string) => [address],
): string | undefined {
  if (!value) return undefined
  const isOne = (address: string) => URL.canParse(address) && protocols.includes(new URL(address).protocol)
  if (!split(value).every(isOne)) {
    throw new SettingError(`${name} is not an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
  }
  return value
}

export function checkOrigin(origin: string): string {
  if (URL.canParse(origin) && new URL(origin).origin === origin) return origin
  throw new SettingError(`CORS_ORIGINS has "${origin}": give origins such as https://app.example.com.`)
}

export function checkProxy(address: string): string {
  const [ip = '', bits = '0'] = address.split('/')
  const isRange = isIP(ip) > 0 && /^\d+$/.test(bits) && Number(bits) <= (isIP(ip) === 4 ? 32 : 128)
  if (isRange || ['loopback', 'linklocal', 'uniquelocal'].includes(address)) return address
  throw new SettingError(`TRUST_PROXY has "${address}": give addresses such as 10.0.0.1, 10.0.0.0/8 or loopback.`)
}

export function json<T extends TSchema>(name: string, value: string, schema: T): Static<T> {
  let parsed: unknown
  try {
    parsed = JSON.parse(value)
  } catch {
    throw new SettingError(`${name} is not JSON.`)
  }
  const [error] = Value.Errors(schema, parsed)
  if (error) throw new SettingError(`${name}${error.instancePath.replaceAll('/', '.')}: ${error.message}.`)
  return parsed as Static<T>
}

export const list = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

export function email(name: string, value: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(value)) throw new SettingError(`${name} is "${value}": give an e-mail address.`)
  return value
}
