import { quotas as of_rows } from '#api/domains.ts'
import { quotas as of_sending, type QuotaDefaults } from '#db/quotas.ts'
import { integer, list, SettingError } from './values.ts'

/**
 * Reads the default quotas of organisations and people.
 *
 * @example readQuotas('trackers=5000,mails_per_hour=200')
 */
export function readQuotas(value: string): QuotaDefaults {
  const defaults: QuotaDefaults = { ...of_rows, ...of_sending }
  for (const part of list(value)) {
    const [name = '', figure = ''] = part.split('=').map((text) => text.trim())
    if (!(name in defaults)) {
      throw new SettingError(`QUOTAS has "${name}": give some of ${Object.keys(defaults).join(', ')}.`)
    }
    const most = integer(`QUOTAS ${name}`, figure, 0, 2_147_483_647)
    const { fresh } = defaults[name]!
    Object.assign(defaults, { [name]: { most, ...(fresh !== undefined && { fresh: Math.min(fresh, most) }) } })
  }
  return defaults
}
