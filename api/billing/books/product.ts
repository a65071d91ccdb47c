import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Product } from '#db/tables/billing/product.ts'
import { Percent, ProductKind } from '#db/tables/billing/values.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { ofMember, scope } from '../../crud/access.ts'
import { checkName, Name } from '../../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { billingAdministered, ofBooks, withBilling } from '../access.ts'
import { monthsOf } from '../money/days.ts'
import { checkAccountCode, checkTaxRate, digitsOf } from './checks.ts'

const { id: _i, organisation_id: _o, code, name: _n, created_at: _c, modified_at: _m, ...columns } = Product.columns
const { unit_amount, currency, ...fields } = columns

export const product = defineResource({
  name: 'product',
  plural: 'products',
  about: 'List what an organisation sells',
  table: 'product',
  joins: {
    t: { table: 'tax_rate', on: sql<SqlBool>`t.id = product.tax_rate_id` },
    c: { table: 'currency', on: sql<SqlBool>`c.code = product.currency` },
  },
  row: Type.Object({
    ...Product.columns,
    tax_name: Nullable(Type.String()),
    tax_rate: Nullable(Percent),
    digits: Type.Integer({ description: 'Places of the currency' }),
  }),
  computed: { tax_name: sql.ref('t.name'), tax_rate: sql.ref('t.rate'), digits: sql.ref('c.digits') },
  filters: {
    organisation_id: equals('organisation_id', Id),
    kind: equals('kind', ProductKind),
    active: equals('active', Type.Boolean()),
    public: equals('public', Type.Boolean()),
  },
  search: ['code', 'name', 'description'],
  sort: { id: null, code: null, name: null, position: null, unit_amount: null },
  default_sort: 'position',
  reads: readsProducts,
  writes: (viewer) => ofBooks(viewer, 'product'),
  quota: { organisation: 'billing_definitions' },

  create: {
    body: bodyOf({ code, name: Name, unit_amount }, { organisation_id: Id, currency, ...fields }),
    async run(trx, viewer, { organisation_id: named, ...body }) {
      const organisation_id = await billingAdministered(trx, viewer, named)
      const config = await trx
        .selectFrom('billing_config')
        .select(['currency', 'amounts_are', 'tax_rate_id', 'account_code'])
        .where('organisation_id', '=', organisation_id)
        .executeTakeFirstOrThrow()
      const defaults = body.kind === 'item' ? { period: 'none' as const } : {}
      const values = { ...config, ...defaults, ...body, organisation_id, name: checkName(body.name) }
      await check(trx, organisation_id, values)
      return rows(trx, 'product').insert(values)
    },
  },
  update: {
    body: bodyOf({}, { code, name: Name, unit_amount, currency, ...fields }),
    async run(trx, _viewer, { id, organisation_id, ...body }) {
      const stored = await trx.selectFrom('product').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      await check(trx, organisation_id, body, { ...stored, ...defined(body) })
      await checkScheduled(trx, stored, body)
      await rows(trx, 'product').update({ id, organisation_id, ...body, name: checkName(body.name) })
    },
  },
  async remove(trx, _viewer, target) {
    const used = await trx
      .selectFrom('subscription')
      .select('id')
      .where('product_id', '=', target.id)
      .limit(1)
      .executeTakeFirst()
    if (used) {
      throw new AppError('not_possible', 'People have subscribed to it. Please switch it off instead (active).')
    }
    await rows(trx, 'product').remove(target)
  },
})

/** @throws {AppError} not_possible for another price or terms while a change of the price is scheduled */
async function checkScheduled(trx: Trx, stored: Terms & { id: number }, body: Partial<Terms>): Promise<void> {
  const changed = terms.some((name) => body[name] !== undefined && body[name] !== stored[name])
  if (!changed) return
  const scheduled = await trx
    .selectFrom('price_change')
    .select('id')
    .where('product_id', '=', stored.id)
    .where('applied_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  if (!scheduled) return
  throw new AppError('not_possible', 'A new price is scheduled: please cancel that first.', 'unit_amount')
}

const terms = ['unit_amount', 'currency', 'amounts_are', 'period'] as const
type Terms = Pick<RowOf<typeof Product>, (typeof terms)[number]>

/** Members see what can be bought; administrators everything. */
function readsProducts(viewer: Viewer) {
  const member = ofMember(withBilling(viewer), 'product.organisation_id')
  return scope(member.extent, sql<SqlBool>`(${ofBooks(viewer, 'product')} or (${member} and product.active))`)
}

type Values = {
  currency?: string
  tax_rate_id?: number | null
  account_code?: string
  kind?: string
  period?: string
  year_month?: string | null
  year_day?: number
  instalments?: number
  members_most?: number
  instalment_every?: 'month' | 'quarter'
  trial_days?: number
  opens?: string[]
}

async function check(trx: Parameters<typeof digitsOf>[0], organisation_id: number, values: Values, whole = values) {
  if (values.currency !== undefined) await digitsOf(trx, values.currency)
  await checkTaxRate(trx, organisation_id, values.tax_rate_id)
  await checkAccountCode(trx, organisation_id, values.account_code)
  checkYear(whole)
  checkInstalments(whole)
  if (whole.kind !== 'item') return
  if (whole.period && whole.period !== 'none') {
    throw wrong('period', 'an item has no period; only a membership has one.')
  }
  if (whole.trial_days) throw wrong('trial_days', 'an item has no trial.')
  if ((whole.members_most ?? 1) > 1) throw wrong('members_most', 'an item has no members.')
  if (whole.opens?.length) throw wrong('opens', 'an item opens nothing.')
}

/** @throws {AppError} bad_request for a day that no year has, and for a year of what is not paid by the year */
function checkYear({ year_month, year_day = 1, period = 'year' }: Values): void {
  if (!year_month) return
  if (period !== 'year') throw wrong('year_month', 'only what is paid every year has a membership year.')
  // A leap year, which has them all.
  const day = `2028-${year_month}-${String(year_day).padStart(2, '0')}`
  if (new Date(day).toISOString().slice(0, 10) !== day) throw wrong('year_day', 'the month has no such day.')
}

/** @throws {AppError} bad_request where the parts are of an item, or do not fit into a year */
function checkInstalments({ instalments = 1, instalment_every = 'month', kind, period = 'year' }: Values): void {
  if (instalments === 1) return
  if (kind === 'item') throw wrong('instalments', 'only a membership is paid in instalments.')
  if (period !== 'year' && period !== 'none') {
    throw wrong('instalments', 'only what is paid every year or once is paid in instalments.')
  }
  if (period === 'year' && (instalments - 1) * monthsOf[instalment_every] >= 12) {
    throw wrong('instalments', 'they do not fit into a year.')
  }
}

const defined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
