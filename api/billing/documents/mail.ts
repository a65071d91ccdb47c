import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { answerWith, defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { checkEmails } from '../../crud/checks.ts'
import { read } from '../../crud/crud.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { wrong } from '../../http/errors.ts'
import { warningFor } from '../../messaging/undeliverable.ts'
import { checkAdministrator } from '../access.ts'
import { invoice } from '../invoices/invoice.ts'
import { sendInvoice } from './send.ts'

export const mailInvoice = defineAction({
  method: 'POST',
  path: 'invoice/send',
  tags: ['invoices'],
  summary: 'Send an invoice by mail, with its PDF; without an address to its contact',
  body: Type.Object(
    {
      id: Id,
      to: Type.Optional(Type.String({ minLength: 3, maxLength: 254 })),
      subject: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      text: Type.Optional(Type.String({ minLength: 1, maxLength: 5000 })),
    },
    { additionalProperties: false },
  ),
  answer: invoice.row,
  status: 202,
  config: { idempotent: true },
  async run({ context, viewer, body: { id, subject, text, ...body } }) {
    const { db } = context
    const { organisation_id } = await read(db, invoice, viewer, id)
    checkAdministrator(viewer, organisation_id)
    const to = body.to === undefined ? undefined : checkEmails(body.to, 'to')
    if (to === '' || to?.includes(',')) throw wrong('to', 'give one address.')
    await takeAttempt(db, 'message', viewer.user_id)
    await sendInvoice(context, id, { viewer, to, subject, text })
    await audit(db, viewer, 'invoice.send', { organisation_id, entity: 'invoice', entity_id: id })
    const data = await read(db, invoice, viewer, id)
    const warning = to ? await warningFor(db, organisation_id, { email: to }) : null
    return answerWith(data, { message: ['The invoice is on its way.', warning].filter(Boolean).join(' ') })
  },
})
