import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import {
  Amount,
  AmountsAre,
  EarlyMonths,
  FirstYear,
  InstalmentEvery,
  Opening,
  Opens,
  Percent,
  Period,
  YearMonth,
} from '#db/tables/billing/values.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { listAll } from '../../crud/crud.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { checkBilling, todayOf, withBilling } from '../access.ts'
import { addDays } from '../money/days.ts'
import { computeDocument, toMajor } from '../money/document.ts'
import { costOf, periodFrom } from '../money/years.ts'
import { paysFirst } from '../subscriptions/standing.ts'
import { subscription } from '../subscriptions/subscription.ts'
import { termsOf } from '../subscriptions/terms.ts'

const Offered = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  description: Type.String(),
  period: Period,
  year_month: Nullable(YearMonth),
  year_day: Type.Integer(),
  first_year: FirstYear,
  early_months: EarlyMonths,
  trial_days: Type.Integer(),
  instalments: Type.Integer({ description: 'In how many parts each invoice is paid; of a part of a year, fewer' }),
  instalment_every: InstalmentEvery,
  net: Amount,
  tax: Amount,
  gross: Amount,
  currency: Type.String(),
  digits: Type.Integer(),
  amounts_are: AmountsAre,
  tax_name: Type.String(),
  tax_rate: Percent,
  opens: Opens,
  opening: Opening,
  public: Type.Boolean(),
  trial_available: Type.Boolean(),
  first: Nullable(
    Type.Object(
      {
        begins_on: DateOnly,
        ends_on: DateOnly,
        net: Amount,
        tax: Amount,
        gross: Amount,
        part: Type.Integer(),
        of: Type.Integer(),
        unit: Nullable(Type.String()),
      },
      { description: 'Of a common year: what who joins today pays first' },
    ),
  ),
  subscription: Nullable(subscription.row),
})
export const Store = Type.Object({
  organisation: Type.Object({ id: Id, name: Type.String() }),
  is_member: Type.Boolean(),
  products: Type.Array(Offered),
})

/**
 * What an organisation offers: members see all that is sold, others what is public.
 *
 * @param viewer null for a guest
 * @throws {AppError} not_found where one may see nothing, not_implemented where billing is off
 */
export async function readStore(db: Db, viewer: Viewer | null, organisation_id: number) {
  const is_member = viewer?.memberships.some((one) => one.organisation_id === organisation_id) ?? false
  const pays_first = viewer !== null && (await paysFirst(db, organisation_id, viewer.user_id))
  const { rows: products } = await sql<Row>`
    select p.id, p.code, p.name, p.description, p.period, p.year_month, p.year_day, p.first_year, p.early_months, p.trial_days, p.instalments,
      p.instalment_every, p.unit_amount, p.currency, c.digits, p.amounts_are,
      p.opens, p.public, case when ${pays_first} then 'on_payment' else p.opening end as opening, coalesce(t.name, '') as tax_name, coalesce(t.rate, 0)::text as tax_rate,
      p.trial_days > 0 and not ${pays_first} and not exists (select from subscription s where s.user_id = ${viewer?.user_id ?? null}
        and s.trial_product_id = p.id) as trial_available
    from product p join currency c on c.code = p.currency left join tax_rate t on t.id = p.tax_rate_id
    where p.organisation_id = ${organisation_id} and p.active and p.kind = 'membership' and (p.public or ${is_member})
    order by p.position, p.name limit 1000`.execute(db)
  // Without public products it is not said whether there is such an organisation.
  if (!is_member && products.length === 0) throw new AppError('not_found', 'There is no such store.', 'organisation_id')
  await checkBilling(db, organisation_id)
  const { rows: organisations } = await sql<{ id: number; name: string }>`
    select id, name from organisation where id = ${organisation_id}`.execute(db)
  const today = await todayOf(db, organisation_id)
  const own = viewer && is_member ? await liveSubscriptions(db, viewer, organisation_id) : []
  return {
    organisation: organisations[0]!,
    is_member,
    products: products.map((product) => ({
      ...product,
      ...priceOf(product),
      first: firstOf(product, today),
      subscription: own.find(({ product_id }) => product_id === product.id) ?? null,
    })),
  }
}

/** The first period that is paid: the rest of a common year from today, or from the end of the free days. */
function firstOf(product: Row, today: string) {
  const terms = termsOf(product)
  if (terms.year_begins === null) return null
  const first = periodFrom(terms, product.trial_available ? addDays(today, product.trial_days) : today)
  const { begins_on, ends_on, part, of, unit } = first
  const amounts = priceOf({ ...product, unit_amount: costOf(product.unit_amount, first) })
  return { begins_on, ends_on: ends_on!, part, of, unit, ...amounts }
}

function priceOf({ unit_amount, digits, amounts_are, tax_rate }: Row) {
  const { net, tax, gross } = computeDocument({
    amounts_are,
    digits,
    lines: [{ unit_price: toMajor(unit_amount, digits), tax_rate }],
  })
  return { net, tax, gross }
}

async function liveSubscriptions(db: Db, viewer: Viewer, organisation_id: number) {
  const query = { organisation_id, user_id: viewer.user_id, live: true, sort: 'id' }
  const rows: Static<typeof subscription.row>[] = []
  for await (const row of listAll(db, subscription, withBilling(viewer), query)) rows.push(row)
  return rows
}

type Row = Omit<Static<typeof Offered>, 'net' | 'tax' | 'gross' | 'first' | 'subscription'> & { unit_amount: number }
