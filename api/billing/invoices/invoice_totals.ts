import { sql } from 'kysely'
import { Type } from 'typebox'
import { SignedAmount } from '#db/tables/billing/values.ts'
import type { ApiContext } from '../../context.ts'
import { read } from '../../crud/crud.ts'
import type { ListQuery } from '../../crud/list_query.ts'
import { conditions } from '../../crud/query.ts'
import { IdQuery } from '../../crud/resource.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { readDocument } from './document.ts'
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

/** What invoices add up to, and all of one. */
export function addInvoiceTotals(app: TypedApp, context: ApiContext): void {
  const { db } = context
  const tags = ['invoices']
  const resource = invoice

  app.get('/invoices/totals', {
    schema: {
      tags,
      summary:
        'Sum a list of invoices, for each currency: with its filters; credit notes count negative, drafts and void ones not',
      querystring: Query,
      response: answers({ 200: Type.Array(Total), 260: Type.Array(Total) }),
    },
    async handler(request, reply) {
      const where = conditions(resource, viewerOf(request), request.query as ListQuery)
      const { rows } = await sql<typeof Total>`
        select invoice.currency, c.digits, count(*)::int as count, ${summed('net')}, ${summed('tax')}, ${summed('gross')},
          ${summed('paid')}, sum(case invoice.type when 'invoice' then 1 else -1 end * (invoice.gross - invoice.paid))::float8 as open
        from invoice left join organisation o on o.id = invoice.organisation_id
        left join contact k on k.id = invoice.contact_id left join currency c on c.code = invoice.currency
        where ${where} and invoice.state in ('authorised', 'paid') group by 1, 2 order by 1`.execute(db)
      return reply.code(rows.length > 0 ? 200 : 260).send({ data: rows as never })
    },
  })

  app.get('/invoice/document', {
    schema: {
      tags,
      summary: 'Read all of an invoice: lines, taxes, organisation, contact and transactions',
      querystring: IdQuery,
      response: answers({
        200: Type.Any({ description: 'invoice, lines, taxes, issuer, contact, transactions, digits' }),
      }),
    },
    async handler(request) {
      const { id } = await read(db, resource, viewerOf(request), request.query.id)
      return { data: await readDocument(db, id) }
    },
  })
}

const summed = (column: string) =>
  sql`sum(case invoice.type when 'invoice' then 1 else -1 end * ${sql.ref(`invoice.${column}`)})::float8 as ${sql.ref(column)}`
