import type { Db } from '#db/database.ts'
import { wrong } from '../../http/errors.ts'

/** Checks of what rows name: each throws an error that names the field. */

/** @returns the places of the currency's minor unit */
export async function digitsOf(db: Db, currency: string, field = 'currency'): Promise<number> {
  const found = await db.selectFrom('currency').select('digits').where('code', '=', currency).executeTakeFirst()
  if (!found) throw wrong(field, `there is no currency ${currency}.`)
  return found.digits
}

export async function checkTaxRate(db: Db, organisation_id: number, tax_rate_id: number | null | undefined) {
  if (tax_rate_id === undefined || tax_rate_id === null) return null
  const found = await db
    .selectFrom('tax_rate')
    .selectAll()
    .where('id', '=', tax_rate_id)
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirst()
  if (!found) throw wrong('tax_rate_id', 'there is no such tax rate.')
  return found
}

export async function checkAccountCode(db: Db, organisation_id: number, code: string | undefined): Promise<void> {
  if (code === undefined) return
  const found = await db
    .selectFrom('account')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('code', '=', code)
    .executeTakeFirst()
  if (!found) throw wrong('account_code', `there is no account ${code}.`)
}

export async function checkTheme(db: Db, organisation_id: number, id: number | null | undefined): Promise<void> {
  if (id === undefined || id === null) return
  const found = await db
    .selectFrom('branding_theme')
    .select('id')
    .where('id', '=', id)
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirst()
  if (!found) throw wrong('branding_theme_id', 'there is no such theme.')
}
