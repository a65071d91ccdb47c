import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { billingAdministered } from '../access.ts'
import { kinds, readBooks } from './sources.ts'

const Query = Type.Object({ organisation_id: Type.Optional(Id) }, { additionalProperties: false })
const summaries = {
  items: 'List what lines of invoices may name',
  currencies: 'List the currencies, with the places of their minor unit',
  taxtypes: 'List the kinds of tax',
  taxrates: 'List the tax rates that are in force today',
  accounts: 'List the accounts',
  brandingthemes: 'List how invoices may look',
} as const

/** The books that invoices are written in: those of the connected accounting provider, else the built-in ones. */
export function addBooks(app: TypedApp, context: ApiContext): void {
  for (const kind of kinds) {
    app.get(`/invoicing/${kind}`, {
      schema: {
        tags: ['invoicing'],
        summary: summaries[kind],
        querystring: Query,
        response: answers({ 200: Type.Array(Type.Any()), 260: Type.Array(Type.Any()) }),
      },
      async handler(request, reply) {
        const viewer = viewerOf(request)
        const organisation_id = await billingAdministered(context.db, viewer, request.query.organisation_id)
        const { rows, source } = await readBooks(context, organisation_id, kind)
        const info = { source, total: rows.length }
        return reply.code(rows.length > 0 ? 200 : 260).send({ data: rows, info } as never)
      },
    })
  }
}
