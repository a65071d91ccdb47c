import { sql } from 'kysely'
import { Type } from 'typebox'
import { ProviderKind } from '#db/tables/billing/values.ts'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { transact } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import { ofBooks } from '../access.ts'
import { afterAuthorised } from '../ledger/outbox.ts'
import { connectable } from './access.ts'
import { checkConnected, lockConnection } from './connections.ts'
import { ofOwnPushes } from './providerpush.ts'
import { queueAgain } from './pushes.ts'

const strict = { additionalProperties: false }

export const pushInvoice = defineAction({
  method: 'POST',
  path: 'invoice/push',
  tags: ['invoices'],
  summary: 'Push an invoice or credit note that was authorised before the accounting provider was connected',
  body: Type.Object({ id: Id }, strict),
  status: 202,
  run: ({ context, viewer, body: { id } }) =>
    transact(context, async (trx) => {
      const invoice = await trx
        .selectFrom('invoice')
        .select(['id', 'organisation_id', 'state'])
        .where('id', '=', id)
        .where(ofBooks({ ...viewer, platform_admin: false }, 'invoice'))
        .executeTakeFirst()
      if (!invoice) throw new AppError('not_found')
      const organisation_id = await connectable(trx, viewer, invoice.organisation_id)
      checkConnected(await lockConnection(trx, organisation_id, 'xero'), 'xero')
      if (invoice.state === 'draft' || invoice.state === 'void') {
        throw new AppError('not_possible', `This document is ${invoice.state}.`)
      }
      await afterAuthorised(trx, invoice)
    }),
})

export const retryPushes = defineAction({
  method: 'POST',
  path: 'providerpush/retry',
  tags: ['invoicing'],
  summary: 'Push again what has failed or was cancelled: one, or all of a provider',
  body: Type.Object(
    { organisation_id: Type.Optional(Id), id: Type.Optional(Id), kind: Type.Optional(ProviderKind) },
    strict,
  ),
  answer: Type.Object({ queued: Type.Integer() }),
  run: ({ context, viewer, body: { id, kind, organisation_id } }) =>
    transact(context, async (trx) => {
      if (id === undefined) {
        const of_organisation = sql`o.organisation_id = ${await connectable(trx, viewer, organisation_id)}`
        const of_kind = kind ? sql`o.provider = ${kind}` : sql`true`
        const failed = sql<boolean>`${of_organisation} and ${of_kind} and o.state = 'failed' and o.kind <> 'checkout'`
        return { queued: await queueAgain(trx, failed) }
      }
      const { rows } = await sql<{ organisation_id: number }>`
        select o.organisation_id from provider_outbox o where o.id = ${id} and ${ofOwnPushes(viewer)}`.execute(trx)
      if (!rows[0]) throw new AppError('not_found')
      await connectable(trx, viewer, rows[0].organisation_id)
      const queued = await queueAgain(trx, sql`o.id = ${id} and o.kind <> 'checkout'`)
      if (queued === 0) throw new AppError('not_possible', 'It has not failed, or its provider is not connected.')
      return { queued }
    }),
})
