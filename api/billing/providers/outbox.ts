import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#db/database.ts'

/**
 * Rows of the outbox, written in the transaction of what they are about: nothing is pushed that was not committed, and
 * nothing committed is forgotten. Each call is without effect where the organisation has no accounting provider.
 */

/** Of an invoice or credit note that was authorised, and of its contact where that is new or has changed. */
export async function afterAuthorised(trx: Trx, invoice: { id: number }): Promise<void> {
  await queue(trx, {
    kind: sql`case when exists (select from provider_outbox d where d.entity = 'contact' and d.entity_id = k.id
      and d.payload->>'tenant_id' = c.tenant_id and d.kind = 'create') then 'update' else 'create' end`,
    entity: sql`'contact'`,
    entity_id: sql`k.id`,
    label: sql`k.name`,
    // A changed contact is another push.
    key: sql`concat_ws(' ', 'contact', k.id, extract(epoch from k.modified_at))`,
    from: sql`invoice i join contact k on k.id = i.contact_id`,
    where: sql`i.id = ${invoice.id}`,
  })
  await queue(trx, {
    ...ofInvoice,
    kind: sql`'create'`,
    where: sql`i.id = ${invoice.id}`,
  })
}

export async function afterVoided(trx: Trx, invoice: { id: number }): Promise<void> {
  await queue(trx, { ...ofInvoice, kind: sql`'void'`, where: sql`i.id = ${invoice.id} and ${wasPushed('i.type', 'i.id')}` })
}

/**
 * Of a transaction: a payment or refund, the reversal of one, or the credit of a credit note that settles an invoice.
 * Write-offs and adjustments have no counterpart that a program can write; they are shown as failed, with that reason.
 */
export async function afterRecorded(trx: Trx, transaction: { id: number }): Promise<void> {
  const of_transaction = {
    entity_id: sql`t.id`,
    label: sql`coalesce(i.document_number, t.reference)`,
    from: sql`transaction t join invoice i on i.id = t.invoice_id`,
  }
  const is_reversal = sql`t.reverses_transaction_id is not null`
  const id = transaction.id
  await queue(trx, {
    ...of_transaction,
    kind: sql`'create'`,
    entity: sql`case when t.kind in ('payment', 'refund') then 'payment' else t.kind end`,
    where: sql`t.id = ${id} and not (${is_reversal}) and t.kind not in ('charge', 'credit')`,
  })
  await queue(trx, {
    ...of_transaction,
    kind: sql`'delete'`,
    entity: sql`'payment'`,
    entity_id: sql`t.reverses_transaction_id`,
    where: sql`t.id = ${id} and ${is_reversal} and ${wasPushed("'payment'", 't.reverses_transaction_id')}`,
  })
}

/** Of a part of a credit note that settles an invoice. @param transaction the credit on the invoice */
export async function afterAllocated(trx: Trx, transaction: { id: number }, credit_note_id: number): Promise<void> {
  await queue(trx, {
    kind: sql`'allocate'`,
    entity: sql`'credit_note'`,
    entity_id: sql`t.id`,
    label: sql`n.document_number`,
    from: sql`transaction t join invoice i on i.id = t.invoice_id join invoice n on n.id = ${credit_note_id}`,
    where: sql`t.id = ${transaction.id}`,
    extra: sql`jsonb_build_object('credit_note_id', n.id)`,
  })
}

/** One row for the connected accounting provider; the same push is queued once. */
async function queue(trx: Trx, { kind, entity, entity_id, label, from, where, key, extra }: Queued): Promise<void> {
  await sql`
    insert into provider_outbox (organisation_id, provider_connection_id, provider, kind, entity, entity_id, payload,
      idempotency_key, follows)
    select i.organisation_id, c.id, c.kind, ${kind}, ${entity}, ${entity_id},
      jsonb_build_object('tenant_id', c.tenant_id, 'label', ${label}) || ${extra ?? sql`'{}'::jsonb`},
      concat_ws(' ', c.kind, c.tenant_id, ${key ?? sql`concat_ws(' ', ${entity}, ${entity_id}, ${kind})`}),
      coalesce('contact ' || i.contact_id, 'invoice ' || i.id)
    from ${from} join provider_connection c on c.organisation_id = i.organisation_id and c.kind = 'xero'
      and c.state in ('connected', 'broken') and c.tenant_id is not null
    where ${where}
    on conflict (idempotency_key) do nothing`.execute(trx)
}

/** What was never queued for the provider is not voided or deleted there. */
const wasPushed = (entity: string, entity_id: string) => sql`exists (select from provider_outbox b
  where b.entity = ${sql.raw(entity)} and b.entity_id = ${sql.raw(entity_id)} and b.kind = 'create'
    and b.payload->>'tenant_id' = c.tenant_id)`

const ofInvoice = {
  entity: sql`i.type`,
  entity_id: sql`i.id`,
  label: sql`i.document_number`,
  from: sql`invoice i`,
}

type Queued = Record<'kind' | 'entity' | 'entity_id' | 'label' | 'from' | 'where', RawBuilder<unknown>> & {
  extra?: RawBuilder<unknown>
  /** What makes it one push; its entity and kind if not given. */
  key?: RawBuilder<unknown>
}
