import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { ApiContext } from '../../context.ts'
import { todayOf } from '../access.ts'
import { readProviderBooks } from './books.ts'

/** What rows of each kind have, built-in ones and a provider's. */
export type BooksRow = {
  items: { id: number | string; code: string; name: string; description: string; account_code: string | null }
  currencies: { code: string; digits: number; name: string }
  taxtypes: { code: string; name: string }
  taxrates: { id: number | string; code: string; name: string; type: string; rate: string }
  accounts: { id: number | string; code: string; name: string; type: string }
  brandingthemes: { id: number | string; name: string; terms: string; footer: string }
}
export type BooksKind = keyof BooksRow

/** The rows of one kind, from where the organisation keeps its books. */
export async function readBooks<Kind extends BooksKind>(context: ApiContext, organisation_id: number, kind: Kind) {
  const provided = await readProviderBooks(context, organisation_id, kind)
  const rows = provided ?? (await builtIn[kind](context.db, organisation_id))
  return { rows: rows as BooksRow[Kind][], source: provided ? ('xero' as const) : ('built_in' as const) }
}

/** The built-in books; only what is active. */
const builtIn: Record<BooksKind, (db: Db, organisation_id: number) => Promise<Record<string, unknown>[]>> = {
  async items(db, organisation_id) {
    const { rows } = await sql<Record<string, unknown>>`
      select p.id, p.code, p.name, p.description, p.unit_amount, p.currency, c.digits, p.amounts_are, p.account_code,
        p.tax_rate_id, t.name as tax_name, t.rate as tax_rate
      from product p join currency c on c.code = p.currency left join tax_rate t on t.id = p.tax_rate_id
      where p.organisation_id = ${organisation_id} and p.active order by p.position, p.code limit 1000`.execute(db)
    return rows
  },
  async currencies(db) {
    const rows = await db.selectFrom('currency').selectAll().orderBy('code').execute()
    const names = new Intl.DisplayNames('en', { type: 'currency' })
    return rows.map(({ code, digits }) => ({ code, digits, name: names.of(code) ?? code }))
  },
  async taxtypes() {
    return Object.entries(taxTypes).map(([code, name]) => ({ code, name }))
  },
  async taxrates(db, organisation_id) {
    const today = await todayOf(db, organisation_id)
    return await db
      .selectFrom('tax_rate')
      .select(['id', 'code', 'name', 'type', 'rate', 'effective_from', 'effective_to'])
      .where('organisation_id', '=', organisation_id)
      .where('active', '=', true)
      .where(sql<boolean>`coalesce(effective_from <= ${today}, true) and coalesce(effective_to >= ${today}, true)`)
      .orderBy('id')
      .execute()
  },
  async accounts(db, organisation_id) {
    return await db
      .selectFrom('account')
      .select(['id', 'code', 'name', 'type'])
      .where('organisation_id', '=', organisation_id)
      .where('active', '=', true)
      .orderBy('code')
      .execute()
  },
  async brandingthemes(db, organisation_id) {
    return await db
      .selectFrom('branding_theme')
      .select(['id', 'name', 'logo_file_id', 'terms', 'footer'])
      .where('organisation_id', '=', organisation_id)
      .where('active', '=', true)
      .orderBy('name')
      .execute()
  },
}

const taxTypes = {
  standard: 'Standard rate',
  reduced: 'Reduced rate',
  zero: 'Zero-rated',
  exempt: 'Exempt',
  none: 'No tax',
}
