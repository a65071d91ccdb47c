import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of this release, which is its date: `2026.11.22` in package.json is 2026-11-22. */
export const version = dated(JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')).version)

/** Versions of packages have no leading zeros. A second release of a day ends in `-1`, which stays. */
export function dated(version: string): string {
  const [, year, month = '', day = '', rest] = /^(\d{4})\.(\d{1,2})\.(\d{1,2})(-.+)?$/.exec(version) ?? []
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest ?? ''}` : version
}
