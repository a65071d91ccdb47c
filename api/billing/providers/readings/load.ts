import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { LockedInvoice } from '../../ledger/record.ts'
import type { Ours } from './compare.ts'
import type { Theirs } from './theirs.ts'

/** A locked document of ours with all that `compare` asks. */
export async function loadOurs(trx: Trx, invoice: LockedInvoice, theirs: Theirs, of: Read): Promise<Ours> {
  const { type, state, currency, digits, gross, paid } = invoice
  return {
    type,
    state: state as Ours['state'],
    currency,
    digits,
    gross,
    paid,
    entries: await loadEntries(trx, invoice, theirs, of),
    pushed: await loadPushed(trx, theirs, of, invoice.organisation_id),
    notes: type === 'invoice' ? await loadNotes(trx, invoice, theirs) : [],
  }
}

/** Payments of an invoice, refunds of a credit note, and credit that a part of a payment became. */
async function loadEntries(trx: Trx, invoice: LockedInvoice, theirs: Theirs, of: Read): Promise<Ours['entries']> {
  const kind = invoice.type === 'invoice' ? 'payment' : 'refund'
  const recorded = [...new Set([...of.recorded_ids, ...theirs.payments.map(({ id }) => id)])]
  const ids = recorded.flatMap((id) => [`${of.tenant_id} ${id}`, `${of.tenant_id} ${id}#part`])
  const { rows } = await sql<Entry>`
    select t.id, abs(t.amount) as amount, t.invoice_id is not null as settles,
      exists (select from transaction r where r.reverses_transaction_id = t.id) as is_reversed,
      t.provider is not distinct from 'xero' as is_theirs,
      case when t.provider = 'xero' then split_part(substr(t.provider_id, ${of.tenant_id.length + 2}::int), '#', 1) else
        (select o.answer->>'id' from provider_outbox o where o.entity = 'payment' and o.entity_id = t.id and o.kind = 'create'
          and o.state = 'done' and o.payload->>'tenant_id' = ${of.tenant_id} order by o.id desc limit 1) end as xero_id
    from transaction t where t.organisation_id = ${invoice.organisation_id} and t.reverses_transaction_id is null
      and t.kind = ${kind} and (t.invoice_id = ${invoice.id} or (t.provider = 'xero' and t.provider_id = any(${ids}::text[])))
    order by t.id`.execute(trx)
  const groups = Map.groupBy(rows, (row) => (row.is_theirs ? row.xero_id : `${row.id}`))
  return [...groups.values()].map((parts) => ({
    transaction_ids: parts.map(({ id }) => id),
    amount: parts.reduce((sum, { amount }) => sum + amount, 0),
    settled: parts.reduce((sum, { amount, settles }) => sum + (settles ? amount : 0), 0),
    is_reversed: parts.every((part) => part.is_reversed),
    is_theirs: parts[0]!.is_theirs,
    xero_id: parts[0]!.xero_id,
  }))
}

/** By the answers of pushes, and by the reference of what was pushed, whose answer may have been lost. */
async function loadPushed(trx: Trx, { payments }: Theirs, { connection_id }: Read, organisation_id: number) {
  const pushed = new Set<string>()
  if (payments.length === 0) return pushed
  const { rows } = await sql<{ id: string }>`
    select o.answer->>'id' as id from provider_outbox o where o.provider_connection_id = ${connection_id}
      and o.entity = 'payment' and o.kind = 'create' and o.state = 'done'
      and o.answer->>'id' = any(${payments.map(({ id }) => id)}::text[])`.execute(trx)
  for (const { id } of rows) pushed.add(id)
  const named = payments.flatMap(({ id, reference }) => {
    const number = /^Ringfence (\d{1,15})$/.exec(reference)?.[1]
    return number === undefined ? [] : [{ id, transaction_id: Number(number) }]
  })
  if (named.length === 0) return pushed
  const own = await trx
    .selectFrom('transaction')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where(
      'id',
      'in',
      named.map(({ transaction_id }) => transaction_id),
    )
    .execute()
  const ids = new Set(own.map(({ id }) => id))
  for (const { id, transaction_id } of named) if (ids.has(transaction_id)) pushed.add(id)
  return pushed
}

async function loadNotes(trx: Trx, invoice: LockedInvoice, { credits }: Theirs): Promise<Ours['notes']> {
  const ids = credits.filter(({ kind }) => kind === 'credit_note').map(({ id }) => id)
  const { rows } = await sql<Ours['notes'][number]>`
    with used as (
      select n.invoice_id as id, -sum(t.amount)::float8 as allocated, bool_or(exists (select from provider_outbox o
        where o.entity = 'credit_note' and o.entity_id = t.id and o.kind = 'allocate' and o.state in ('failed', 'cancelled'))) as is_listed
      from transaction t join transaction n on n.organisation_id = t.organisation_id
        and n.client_key = replace(t.client_key, ' invoice', ' note')
      where t.invoice_id = ${invoice.id} and t.client_key like 'allocate % invoice' and n.invoice_id is not null
        and not exists (select from transaction r where r.reverses_transaction_id = t.id)
      group by n.invoice_id)
    select i.id, i.external_id, i.document_number, case when i.state = 'authorised' then i.gross - i.paid else 0 end::float8 as open,
      coalesce(u.allocated, 0) as allocated, coalesce(u.is_listed, false) as is_listed
    from invoice i left join used u on u.id = i.id
    where i.organisation_id = ${invoice.organisation_id} and i.type = 'credit_note' and i.external_id is not null
      and (u.id is not null or (i.external_id = any(${ids}::text[]) and i.contact_id = ${invoice.contact_id}))`.execute(
    trx,
  )
  return rows
}

/**
 * Whether something of the document is being written to Xero, or was while it was read: what was read may not have it.
 * It is read again later.
 */
export async function isBeingPushed(
  trx: Trx,
  { id }: LockedInvoice,
  { connection_id, read_at }: Read,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from provider_outbox o where o.provider_connection_id = ${connection_id}
      and (o.state = 'running' or (o.state = 'queued' and o.attempts > 0) or (o.state = 'done' and o.done_at >= ${read_at}))
      and ((o.entity in ('invoice', 'credit_note') and o.kind in ('create', 'void') and o.entity_id = ${id})
        or (o.kind in ('create', 'allocate', 'delete') and o.entity in ('payment', 'credit_note', 'adjustment')
          and o.entity_id in (select t.id from transaction t where t.invoice_id = ${id})))
    limit 1`.execute(trx)
  return rows.length > 0
}

type Entry = {
  id: number
  amount: number
  settles: boolean
  is_reversed: boolean
  is_theirs: boolean
  xero_id: string | null
}
/** A reading of a document. */
export type Read = {
  connection_id: number
  tenant_id: string
  /** When it began, by the clock of the database. */
  read_at: string
  recorded_ids: string[]
}
