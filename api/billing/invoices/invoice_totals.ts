import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { SignedAmount } from '#db/tables/billing/values.ts'
import { defineAction } from '../../crud/action.ts'
import type { ListQuery } from '../../crud/list_query.ts'
import { conditions } from '../../crud/query.ts'
import { invoice } from './invoice.ts'

const Total = Type.Object({
  currency: Type.String(),
  digits: Type.Integer(),
  count: Type.Integer(),
  net: SignedAmount,
  tax: SignedAmount,
  gross: SignedAmount,
  paid: SignedAmount,
  open: SignedAmount,
})
const filters = Object.fromEntries(
  Object.entries(invoice.filters).map(([name, { schema }]) => [name, Type.Optional(schema)]),
)
const Query = Type.Object(
  { ...filters, search: Type.Optional(Type.String({ maxLength: 200 })) },
  { additionalProperties: false },
)

/** What invoices add up to. */
export const sumInvoices = defineAction({
  method: 'GET',
  path: 'invoices/totals',
  tags: ['invoices'],
  summary:
    'Sum a list of invoices, for each currency: with its filters; credit notes count negative, drafts and void ones not',
  query: Query,
  answer: Type.Array(Total),
  async run({ context: { db }, viewer, query }) {
    const { rows } = await sql<Static<typeof Total>>`
      select invoice.currency, c.digits, count(*)::int as count, ${summed('net')}, ${summed('tax')}, ${summed('gross')},
        ${summed('paid')}, sum(case invoice.type when 'invoice' then 1 else -1 end * (invoice.gross - invoice.paid))::float8 as open
      from invoice left join organisation o on o.id = invoice.organisation_id
      left join contact k on k.id = invoice.contact_id left join currency c on c.code = invoice.currency
      where ${conditions(invoice, viewer, query as ListQuery)} and invoice.state in ('authorised', 'paid')
      group by 1, 2 order by 1`.execute(db)
    return rows
  },
})

const summed = (column: string) =>
  sql`sum(case invoice.type when 'invoice' then 1 else -1 end * ${sql.ref(`invoice.${column}`)})::float8 as ${sql.ref(column)}`
