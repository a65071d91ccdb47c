import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { IdQuery } from '../../crud/resource.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { transact } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { checkAdministrator } from '../access.ts'
import { becomeInvoice } from './become.ts'
import { quotePdf } from './pdf.ts'
import { quote } from './quote.ts'

const body = Type.Object({ id: Id }, { additionalProperties: false })
const common = { method: 'POST' as const, tags: ['quotes'], body, answer: quote.row, status: 261 }

/** Its link ends; its number stays. */
export const withdrawQuote = defineAction({
  ...common,
  path: 'quote/withdraw',
  summary: 'Withdraw a quote that was sent and not answered',
  message: 'The quote has been withdrawn.',
  async run({ context, viewer, body: { id } }) {
    const { organisation_id } = await read(context.db, quote, viewer, id)
    checkAdministrator(viewer, organisation_id)
    await transact(context, async (trx) => {
      const { rows } = await sql`update quote set state = 'withdrawn', token_sha256 = null, modified_at = now()
        where id = ${id} and state = 'sent' returning id`.execute(trx)
      if (rows.length === 0) throw new AppError('not_possible', 'Only a quote that waits for an answer is withdrawn.')
      await audit(trx, viewer, 'quote.withdraw', { organisation_id, entity: 'quote', entity_id: id })
    })
    return read(context.db, quote, viewer, id)
  },
})

/** For what could not be written when it was accepted, and for the final invoice after a deposit. */
export const invoiceQuote = defineAction({
  ...common,
  path: 'quote/invoice',
  summary:
    'Write the next invoice of a quote that was accepted: of its deposit, else the final one, which takes it off',
  body: Type.Object({ id: Id, final: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
  message: 'The invoice has been written.',
  async run({ context, viewer, body: { id, final } }) {
    const { organisation_id } = await read(context.db, quote, viewer, id)
    checkAdministrator(viewer, organisation_id)
    await transact(context, async (trx) => {
      await becomeInvoice(trx, id, viewer.user_id, final)
      await audit(trx, viewer, 'quote.invoice', { organisation_id, entity: 'quote', entity_id: id })
    })
    return read(context.db, quote, viewer, id)
  },
})

/** A quote as PDF. */
export function addQuotePdf(app: TypedApp, context: ApiContext): void {
  app.get('/quote/pdf', {
    schema: {
      tags: ['quotes'],
      summary: 'Read a quote as PDF',
      querystring: IdQuery,
      response: { ...answers({}), 200: Type.Any({ description: 'application/pdf' }) },
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id } = await read(context.db, quote, viewer, request.query.id)
      const row = await context.db.selectFrom('quote').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const bytes = await quotePdf(context, row, viewer.user_id)
      const name = row.document_number ?? `quote-${id}`
      reply.header('content-disposition', `attachment; filename="${name}.pdf"`)
      return reply.type('application/pdf').send(bytes)
    },
  })
}
