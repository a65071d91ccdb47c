import type { ApiContext } from '../../../context.ts'
import { ProviderError } from '../errors.ts'
import { externalId, keepRequest, markDone, mayBeDone, type Push } from '../pushes.ts'
import { askToRead } from '../readings/queue.ts'
import { xero } from './call.ts'
import { type Answer, entriesOf } from './client.ts'
import { pushContact } from './contacts.ts'
import { differenceOf, fromXeroAmount, type PushedDocument } from './documents.ts'
import { loadAllocation, loadPayment } from './ledger.ts'
import { loadDocument } from './load.ts'

/**
 * Writes one row of the outbox to Xero: one call that changes something, whose request and key stay the same over all
 * repeats. Before a repeat it is checked whether the call was done and only its answer was lost: Xero forgets keys
 * sooner than an outage may last.
 *
 * @throws {ProviderError}
 */
export async function pushToXero(context: ApiContext, push: Push): Promise<void> {
  const handler = handlers[`${push.entity} ${push.kind}`]
  if (!handler)
    throw new ProviderError('refused', `Xero takes no ${push.entity.replace('_', ' ')} from a program: book it there.`)
  await handler(context, push)
}

const handlers: Record<string, (context: ApiContext, push: Push) => Promise<void>> = {
  'contact create': pushContact,
  'contact update': pushContact,
  'invoice create': pushDocument,
  'invoice void': voidDocument,
  'credit_note create': pushDocument,
  'credit_note void': voidDocument,
  'credit_note allocate': allocate,
  'payment create': pushPayment,
  'payment delete': deletePayment,
}

async function pushDocument(context: ApiContext, push: Push): Promise<void> {
  const { db } = context
  const document = await loadDocument(context, push)
  const { path, id_field, number_field } = push.entity === 'invoice' ? ofInvoice : ofCreditNote
  const found = mayBeDone(push) ? await find(context, push, path, number_field, document.number) : null
  const answer = found ?? (await create(context, push, path, document.request))
  const id = String(answer[id_field])
  if (found && !isOurs(found, document.pushed)) {
    throw new ProviderError(
      'refused',
      `Xero has another ${push.entity.replace('_', ' ')} of the number ${document.number}.`,
    )
  }
  const warning = differenceOf(document.pushed, answer)
  await markDone(db, push, { id, number: document.number, ...(warning && { warning }) }, async (trx) => {
    await trx
      .updateTable('invoice')
      .set({
        external_id: id,
        external_state: String(answer.Status ?? 'AUTHORISED'),
        pushed_at: new Date().toISOString(),
      })
      .where('id', '=', push.entity_id)
      .execute()
    // It was there before it was known here: people may have changed it since.
    const { connection_id, organisation_id, payload } = push
    if (found) await askToRead(trx, { id: connection_id, organisation_id, tenant_id: payload.tenant_id }, [id])
  })
}

async function voidDocument(context: ApiContext, push: Push): Promise<void> {
  const { path } = push.entity === 'invoice' ? ofInvoice : ofCreditNote
  const id = await requireId(context, push, push.entity, push.entity_id)
  const request = await keepRequest(context.db, push.id, { [path]: [{ Status: 'VOIDED' }] })
  await write(context, push, { method: 'POST', path: `${path}/${id}`, request, query: PRICES })
  await markDone(context.db, push, { id }, async (trx) => {
    await trx.updateTable('invoice').set({ external_state: 'VOIDED' }).where('id', '=', push.entity_id).execute()
  })
}

async function pushPayment(context: ApiContext, push: Push): Promise<void> {
  const payment = await loadPayment(context, push)
  const document_id = await requireId(context, push, payment.of, payment.document_id)
  const request = await keepRequest(context.db, push.id, {
    Payments: [
      {
        ...(payment.of === 'invoice'
          ? { Invoice: { InvoiceID: document_id } }
          : { CreditNote: { CreditNoteID: document_id } }),
        Account: { Code: payment.account_code },
        Date: payment.date,
        Amount: payment.amount,
        Reference: payment.reference,
      },
    ],
  })
  const where = `Reference=="${payment.reference}"`
  const found = mayBeDone(push) ? await readFirst(context, push, 'Payments', { where }) : null
  const answer = found ?? (await write(context, push, { method: 'PUT', path: 'Payments', request, query: ERRORS }))
  await markDone(context.db, push, { id: String(answer.PaymentID) }, async () => {})
}

async function deletePayment(context: ApiContext, push: Push): Promise<void> {
  const id = await requireId(context, push, 'payment', push.entity_id)
  const found = mayBeDone(push) ? await readFirst(context, push, `Payments/${id}`, {}) : null
  if (found?.Status !== 'DELETED') {
    const request = await keepRequest(context.db, push.id, { Status: 'DELETED' })
    await write(context, push, { method: 'POST', path: `Payments/${id}`, request })
  }
  await markDone(context.db, push, { id }, async () => {})
}

async function allocate(context: ApiContext, push: Push): Promise<void> {
  const allocation = await loadAllocation(context, push)
  const note_id = await requireId(context, push, 'credit_note', allocation.credit_note_id)
  const InvoiceID = await requireId(context, push, 'invoice', allocation.invoice_id)
  const request = await keepRequest(context.db, push.id, {
    Allocations: [{ Invoice: { InvoiceID }, Amount: allocation.amount, Date: allocation.date }],
  })
  const found = mayBeDone(push) && (await isAllocated(context, push, note_id, InvoiceID, allocation.amount))
  const path = `CreditNotes/${note_id}/Allocations`
  if (!found) await write(context, push, { method: 'PUT', path, request, query: ERRORS })
  await markDone(context.db, push, { id: `${note_id}/${InvoiceID}` }, async () => {})
}

async function isAllocated(context: ApiContext, push: Push, note_id: string, InvoiceID: string, amount: number) {
  const note = await readFirst(context, push, `CreditNotes/${note_id}`, {})
  const allocations = (note?.Allocations ?? []) as { Invoice?: { InvoiceID?: string }; Amount?: number }[]
  return allocations.some((one) => one.Invoice?.InvoiceID === InvoiceID && one.Amount === amount)
}

async function create(context: ApiContext, push: Push, path: string, document: object): Promise<Entry> {
  const request = await keepRequest(context.db, push.id, { [path]: [document] })
  return write(context, push, { method: 'PUT', path, request, query: { ...PRICES, ...ERRORS } })
}

/** @returns the first entry of the answer */
async function write(context: ApiContext, push: Push, { method, path, request, query = {} }: Write): Promise<Entry> {
  const answer = await xero<Answer>(context, push.connection_id, {
    method,
    path,
    body: request,
    query,
    idempotency_key: push.idempotency_key,
    tenant_id: push.payload.tenant_id,
  })
  return entriesOf(answer, path)[0] ?? {}
}

/** An invoice or credit note by its number. */
async function find(
  context: ApiContext,
  push: Push,
  path: string,
  field: string,
  number: string,
): Promise<Entry | null> {
  const query: Record<string, string> =
    field === 'InvoiceNumber' ? { InvoiceNumbers: number } : { where: `${field}=="${number}"` }
  return readFirst(context, push, path, query)
}

async function readFirst(context: ApiContext, push: Push, path: string, query: Record<string, string>) {
  const call = { method: 'GET' as const, path, query, tenant_id: push.payload.tenant_id }
  const answer = await xero<Answer>(context, push.connection_id, call)
  return entriesOf(answer, path)[0] ?? null
}

/** @throws {ProviderError} refused, where what the push is about did not get to Xero */
async function requireId({ db }: ApiContext, { payload }: Push, entity: string, entity_id: number): Promise<string> {
  const id = await externalId(db, { tenant_id: payload.tenant_id, entity, entity_id })
  if (id) return id
  throw new ProviderError('refused', `Its ${entity.replace('_', ' ')} is not at Xero: mend and retry that first.`)
}

/** A number may be that of a document that people wrote at Xero. */
function isOurs(found: Entry, { contact_external_id, gross, digits }: PushedDocument): boolean {
  const contact = found.Contact as { ContactID?: string } | undefined
  return contact?.ContactID === contact_external_id && fromXeroAmount(Number(found.Total), digits) === gross
}

const ofInvoice = { path: 'Invoices', id_field: 'InvoiceID', number_field: 'InvoiceNumber' }
const ofCreditNote = { path: 'CreditNotes', id_field: 'CreditNoteID', number_field: 'CreditNoteNumber' }

/** Operations have no other parameters than these, and not all have both: prices of four decimals, and refusals as 400. */
const PRICES = { unitdp: '4' }
const ERRORS = { summarizeErrors: 'true' }

type Entry = Record<string, unknown>
type Write = { method: 'PUT' | 'POST'; path: string; request: object; query?: Record<string, string> }
