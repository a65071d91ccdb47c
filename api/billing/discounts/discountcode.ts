import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { DiscountCode } from '#db/tables/billing/discounts/discount_code.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { billingAdministered, ofBooks } from '../access.ts'
import { digitsOf } from '../books/checks.ts'

const {
  id: _i,
  organisation_id: _o,
  every_product: _e,
  created_at: _c,
  modified_at: _m,
  ...columns
} = DiscountCode.columns
const { code, ...fields } = columns
const ProductIds = Type.Array(Id, { maxItems: 100, uniqueItems: true })
const State = Type.Unsafe<'active' | 'waiting' | 'used_up' | 'ended' | 'off'>(
  Type.String({ enum: ['active', 'waiting', 'used_up', 'ended', 'off'] }),
)

const today = sql`(now() at time zone o.timezone)::date`
const used_count = sql<number>`(select count(*)::int from subscription s where s.discount_code_id = discount_code.id)`
const state = sql<Static<typeof State>>`case when not discount_code.active then 'off'
  when discount_code.valid_to < ${today} then 'ended' when discount_code.valid_from > ${today} then 'waiting'
  when ${used_count} >= discount_code.most_uses then 'used_up' else 'active' end`
const of = sql`from discount_product x join product p on p.id = x.product_id where x.discount_code_id = discount_code.id`

/** Codes that people enter in the store. What a membership has off is copied to it: a later change is for later ones. */
export const discountcode = defineResource({
  name: 'discountcode',
  plural: 'discountcodes',
  noun: 'discount code',
  about: 'List the codes that take something off the price of memberships in the store',
  table: 'discount_code',
  joins: {
    o: { table: 'organisation', on: sql<SqlBool>`o.id = discount_code.organisation_id` },
    c: { table: 'currency', on: sql<SqlBool>`c.code = discount_code.currency` },
  },
  row: Type.Object({
    ...DiscountCode.columns,
    product_ids: { ...ProductIds, description: 'Those it is for; empty for all' } as typeof ProductIds,
    product_names: Nullable(Type.String()),
    off: Type.String({ description: 'Such as 20 %, or NZD 50.00' }),
    used_count: Type.Integer(),
    state: State,
    digits: Type.Integer({ description: 'Places of the currency' }),
  }),
  computed: {
    product_ids: sql`(select coalesce(json_agg(x.product_id order by x.product_id), '[]'::json) ${of})`,
    product_names: sql`(select string_agg(p.name, ', ' order by p.position, p.id) ${of})`,
    percent: sql`trim_scale(discount_code.percent)::text`,
    off: sql`coalesce(trim_scale(discount_code.percent)::text || ' %', discount_code.currency || ' '
      || round(discount_code.amount / power(10::numeric, c.digits), c.digits)::text)`,
    used_count,
    state,
    digits: sql.ref('c.digits'),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    state: defineFilter(State, (wanted) => sql<SqlBool>`${state} = ${wanted}`),
  },
  search: ['code', 'description'],
  sort: { id: null, code: null, valid_to: null },
  default_sort: '-id',
  reads: (viewer) => ofBooks(viewer, 'discount_code'),
  writes: (viewer) => ofBooks(viewer, 'discount_code'),
  quota: { organisation: 'discount_codes' },

  create: {
    body: bodyOf({ code }, { organisation_id: Id, product_ids: ProductIds, ...fields }),
    async run(trx, viewer, { organisation_id: named, product_ids = [], ...body }) {
      const organisation_id = await billingAdministered(trx, viewer, named)
      const config = await trx
        .selectFrom('billing_config')
        .select('currency')
        .where('organisation_id', '=', organisation_id)
        .executeTakeFirstOrThrow()
      const values = { ...config, ...body, organisation_id, every_product: product_ids.length === 0 }
      await check(trx, values)
      const { id } = await rows(trx, 'discount_code').insert(values)
      await setProducts(trx, { id, organisation_id }, product_ids)
      return { id }
    },
  },
  update: {
    body: bodyOf({}, { code, product_ids: ProductIds, ...fields }),
    async run(trx, _viewer, { id, organisation_id, product_ids, ...body }) {
      const stored = await trx.selectFrom('discount_code').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
      await check(trx, { ...stored, ...given })
      const every_product = product_ids && { every_product: product_ids.length === 0 }
      await rows(trx, 'discount_code').update({ id, organisation_id, ...body, ...every_product })
      if (product_ids) await setProducts(trx, { id, organisation_id }, product_ids)
    },
  },
  async remove(trx, _viewer, target) {
    const used = await trx
      .selectFrom('subscription')
      .select('id')
      .where('discount_code_id', '=', target.id)
      .limit(1)
      .executeTakeFirst()
    if (used) throw new AppError('not_possible', 'It has been used. Please switch it off instead (active).')
    await rows(trx, 'discount_code').remove(target)
  },
})

/** @throws {AppError} bad_request that names the field */
async function check(trx: Trx, { percent, amount, currency, valid_from, valid_to }: Values): Promise<void> {
  const has = [percent, amount].filter((one) => one !== null && one !== undefined).length
  if (has !== 1) throw wrong('percent', 'please give either the per cent or the amount.')
  if (percent && Number(percent) === 0) throw wrong('percent', 'takes nothing off.')
  if (amount === 0) throw wrong('amount', 'takes nothing off.')
  if (valid_from && valid_to && valid_to < valid_from) throw wrong('valid_to', 'is before valid_from.')
  await digitsOf(trx, currency)
}

/** @throws {AppError} not_found for what is no membership of the organisation */
async function setProducts(trx: Trx, code: { id: number; organisation_id: number }, ids: number[]): Promise<void> {
  const { id: discount_code_id, organisation_id } = code
  await trx.deleteFrom('discount_product').where('discount_code_id', '=', discount_code_id).execute()
  if (ids.length === 0) return
  const found = await trx
    .selectFrom('product')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('kind', '=', 'membership')
    .where('id', 'in', ids)
    .execute()
  if (found.length < ids.length) throw new AppError('not_found', 'There is no such membership.', 'product_ids')
  const values = ids.map((product_id) => ({ organisation_id, discount_code_id, product_id }))
  await trx.insertInto('discount_product').values(values).execute()
}

type Values = Pick<RowOf<typeof DiscountCode>, 'currency'> &
  Partial<Pick<RowOf<typeof DiscountCode>, 'percent' | 'amount' | 'valid_from' | 'valid_to'>>
