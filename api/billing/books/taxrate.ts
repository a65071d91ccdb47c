import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { TaxRate } from '#db/tables/billing/tax_rate.ts'
import { Id } from '#db/tables/columns.ts'
import { checkName, Name } from '../../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { billingAdministered, ofBooks } from '../access.ts'

const { code, type, rate, effective_from, effective_to, active } = TaxRate.columns
const fields = { type, effective_from, effective_to, active }

export const taxrate = defineResource({
  name: 'taxrate',
  plural: 'taxrates',
  noun: 'tax rate',
  about: 'List the tax rates of the built-in books',
  table: 'tax_rate',
  row: TaxRate.row,
  // 15 as it was entered, not 15.0000.
  computed: { rate: sql`trim_scale(tax_rate.rate)::text` },
  filters: {
    organisation_id: equals('organisation_id', Id),
    code: equals('code', Type.String()),
    active: equals('active', Type.Boolean()),
  },
  search: ['code', 'name'],
  sort: { id: null, code: null, name: null, rate: sql.ref('tax_rate.rate'), effective_from: null },
  default_sort: 'id',
  reads: (viewer) => ofBooks(viewer, 'tax_rate'),
  writes: (viewer) => ofBooks(viewer, 'tax_rate'),
  quota: { organisation: 'billing_definitions' },

  create: {
    body: bodyOf({ code, name: Name, rate }, { organisation_id: Id, ...fields }),
    async run(trx, viewer, { organisation_id: named, ...body }) {
      const organisation_id = await billingAdministered(trx, viewer, named)
      const type = body.type ?? (Number(body.rate) === 0 ? 'zero' : 'standard')
      const values = { ...body, type, organisation_id, name: checkName(body.name) }
      check(values)
      const created = await rows(trx, 'tax_rate').insert(values)
      await checkOverlap(trx, organisation_id, values.code)
      return created
    },
  },
  update: {
    body: bodyOf({}, { name: Name, rate, ...fields }),
    async run(trx, _viewer, { id, organisation_id, ...body }) {
      const stored = await trx.selectFrom('tax_rate').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const changed = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
      check({ ...stored, ...changed })
      // What was invoiced has copies; a product or draft takes the new rate, which is what is expected of a correction.
      await rows(trx, 'tax_rate').update({ id, organisation_id, ...body, name: checkName(body.name) })
      await checkOverlap(trx, organisation_id, stored.code)
    },
  },
  async remove(trx, _viewer, target) {
    const { rows: used } =
      await sql`select 1 where exists (select from invoice_line l where l.tax_rate_id = ${target.id})
      or exists (select from product p where p.tax_rate_id = ${target.id})`.execute(trx)
    if (used.length > 0) {
      throw new AppError('not_possible', 'Invoices or products have this rate. Please switch it off instead (active).')
    }
    await rows(trx, 'tax_rate').remove(target)
  },
})

function check({ type, rate, effective_from, effective_to }: Values): void {
  if (effective_from && effective_to && effective_to < effective_from) {
    throw wrong('effective_to', 'is before effective_from.')
  }
  if (Number(rate) !== 0 && type !== 'standard' && type !== 'reduced') {
    throw wrong('rate', `must be 0 for the type ${type}.`)
  }
}

/** @throws {AppError} conflict where two rates of one tax would be in force on the same day */
async function checkOverlap(trx: Trx, organisation_id: number, code: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tax rate ${organisation_id}`}, 0))`.execute(trx)
  const { rows: both } = await sql`select 1 from tax_rate a join tax_rate b on b.organisation_id = a.organisation_id
    and lower(b.code) = lower(a.code) and b.id > a.id
    where a.organisation_id = ${organisation_id} and lower(a.code) = lower(${code})
      and ${range('a')} && ${range('b')} limit 1`.execute(trx)
  if (both.length === 0) return
  throw new AppError('conflict', `effective_from: another rate of ${code} is in force then.`, 'effective_from')
}

const range = (alias: string) =>
  sql<SqlBool>`daterange(${sql.ref(`${alias}.effective_from`)}, ${sql.ref(`${alias}.effective_to`)}, '[]')`

type Values = { type: string; rate: string; effective_from?: string | null; effective_to?: string | null }
