import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#db/database.ts'

/**
 * Rows of the outbox, written in the transaction of what they are about: nothing is pushed that was not committed, and
 * nothing committed is forgotten. Each call is without effect where the organisation has no accounting provider.
 */

/** Of an invoice or credit note that was authorised, and of its contact where that is new or has changed. */
export async function afterAuthorised(trx: Trx, invoice: Changed): Promise<void> {
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
  await queue(trx, { ...ofInvoice, kind: sql`'create'`, where: sql`i.id = ${invoice.id}` })
}

export async function afterVoided(trx: Trx, invoice: Changed): Promise<void> {
  await queue(trx, {
    ...ofInvoice,
    kind: sql`'void'`,
    where: sql`i.id = ${invoice.id} and exists (select from provider_outbox b
    where b.entity = i.type and b.entity_id = i.id and b.kind = 'create' and b.payload->>'tenant_id' = c.tenant_id)`,
  })
}

/**
 * Of a line of the ledger: a payment or refund, its reversal, or the part of a credit note that settles an invoice.
 * Charges and credits are pushed with their documents. What a program cannot write at the provider is queued as well:
 * it fails with that reason, so that people book it there.
 */
export async function afterRecorded(trx: Trx, transaction: { id: number }): Promise<void> {
  const of_transaction = {
    entity_id: sql`t.id`,
    label: sql`coalesce(i.document_number, t.reference)`,
    from: sql`transaction t left join invoice i on i.id = t.invoice_id
      left join transaction r on r.id = t.reverses_transaction_id`,
    organisation_id: sql`t.organisation_id`,
    contact_id: sql`t.contact_id`,
  }
  const [is_reversal, is_allocation] = [sql`r.id is not null`, sql`t.client_key like 'allocate %'`]
  // What was read from the provider is there.
  const is_this = sql`t.id = ${transaction.id} and t.kind not in ('charge', 'credit') and t.provider is distinct from c.kind`
  await queue(trx, {
    ...of_transaction,
    kind: sql`'create'`,
    entity: sql`case when t.invoice_id is null then 'overpayment' when t.kind = 'refund' then 'payment' else t.kind end`,
    where: sql`${is_this} and not (${is_reversal}) and not coalesce(${is_allocation}, false)`,
  })
  await queue(trx, {
    ...of_transaction,
    kind: sql`'allocate'`,
    entity: sql`case when exists (${noteSide}) then 'credit_note' else 'overpayment' end`,
    where: sql`${is_this} and not (${is_reversal}) and t.client_key like 'allocate % invoice'`,
    // Both sides of an allocation have the same key but for its last word.
    extra: sql`jsonb_build_object('credit_note_id', (${noteSide}))`,
  })
  await queue(trx, {
    ...of_transaction,
    kind: sql`'delete'`,
    entity: sql`case when r.invoice_id is null then 'overpayment' when r.kind in ('payment', 'refund') then 'payment'
      else r.kind end`,
    entity_id: sql`r.id`,
    where: sql`${is_this} and ${is_reversal} and coalesce(r.client_key not similar to 'allocate % (note|account)', true)
      and ${wasQueued(sql`r.id`)}`,
  })
}

/** One row for the connected accounting provider; the same push is queued once. */
async function queue(
  trx: Trx,
  { kind, entity, entity_id, label, from, where, key, extra, ...of }: Queued,
): Promise<void> {
  const { organisation_id = sql`i.organisation_id`, contact_id = sql`i.contact_id` } = of
  await sql`
    insert into provider_outbox (organisation_id, provider_connection_id, provider, kind, entity, entity_id, payload,
      idempotency_key, follows)
    select ${organisation_id}, c.id, c.kind, ${kind}, ${entity}, ${entity_id},
      jsonb_build_object('tenant_id', c.tenant_id, 'label', ${label}) || ${extra ?? sql`'{}'::jsonb`},
      concat_ws(' ', c.kind, c.tenant_id, ${key ?? sql`concat_ws(' ', ${entity}, ${entity_id}, ${kind})`}),
      'contact ' || coalesce(${contact_id}::text, 'unknown')
    from ${from} join provider_connection c on c.organisation_id = ${organisation_id} and c.kind = 'xero'
      and c.state in ('connected', 'broken') and c.tenant_id is not null
    where ${where}
    on conflict (idempotency_key) do nothing`.execute(trx)
}

/** The credit note of an allocation, whose other side has the same key but for its last word. */
const noteSide = sql`select n.invoice_id from transaction n
  where n.organisation_id = t.organisation_id and n.client_key = replace(t.client_key, ' invoice', ' note')`

/** What was never queued for the provider is not deleted there. */
const wasQueued = (entity_id: RawBuilder<unknown>) => sql`exists (select from provider_outbox b
  where b.entity_id = ${entity_id} and b.entity not in ('invoice', 'contact') and b.kind in ('create', 'allocate')
    and b.payload->>'tenant_id' = c.tenant_id)`

const ofInvoice = { entity: sql`i.type`, entity_id: sql`i.id`, label: sql`i.document_number`, from: sql`invoice i` }

/** The document that was authorised or voided. */
export type Changed = { id: number; organisation_id: number; type?: 'invoice' | 'credit_note' }
type Queued = Record<'kind' | 'entity' | 'entity_id' | 'label' | 'from' | 'where', RawBuilder<unknown>> & {
  extra?: RawBuilder<unknown>
  /** What makes it one push; its entity and kind if not given. */
  key?: RawBuilder<unknown>
  /** Those of the invoice if not given. */
  organisation_id?: RawBuilder<unknown>
  contact_id?: RawBuilder<unknown>
}
