import { sql } from 'kysely'
import type { ApiContext } from '../../../context.ts'
import { ProviderError } from '../errors.ts'
import { xero } from '../xero/call.ts'
import { type Answer, entriesOf } from '../xero/client.ts'
import { applyReading } from './apply.ts'
import type { Connected } from './queue.ts'
import { millisecondsOf } from './theirs.ts'

/** Documents of a page, as Xero gives them. */
const PAGE = 100
/** Pages of one round; what is left follows in the next. */
const PAGES = 20
/** Xero's clock may be another one. */
const OVERLAP_MS = 5 * 60_000
/** Of one call by ids. */
const AT_ONCE = 40
const kinds = [
  { path: 'Invoices', where: 'Type=="ACCREC"' },
  { path: 'CreditNotes', where: 'Type=="ACCRECCREDIT"' },
] as const

/**
 * Reads what has changed in the books of each connected organisation, every few minutes. Up to when it was read is stored
 * after it was applied: a killed process has read nothing, and what was read twice changes nothing.
 */
export async function readChanges(context: ApiContext): Promise<void> {
  const { db, log, config } = context
  if (!config.providers.xero) return
  const { rows } = await sql<Connected & { since: string; now: string }>`
    with due as (
      select id from provider_connection
      where kind = 'xero' and state = 'connected' and tenant_id is not null
        and coalesce(events_read_at < now() - interval '5 minutes', true)
      order by events_read_at nulls first limit 5 for update skip locked)
    update provider_connection c set events_read_at = now() from due where c.id = due.id
    returning c.id, c.organisation_id, c.tenant_id, coalesce(c.changes_read_to, c.connected_at, now()) as since, now() as now`.execute(
    db,
  )
  for (const { since, now, ...connection } of rows) {
    try {
      const read_to = await readSince(context, connection, Date.parse(since), Date.parse(now))
      await sql`update provider_connection set changes_read_to = ${new Date(read_to).toISOString()}
        where id = ${connection.id} and tenant_id = ${connection.tenant_id}`.execute(db)
    } catch (error) {
      log.warn({ connection: connection.id, reason: (error as Error).message }, 'changes at Xero could not be read')
      await sql`update provider_connection set last_error = ${(error as Error).message.slice(0, 500)}, last_error_at = now()
        where id = ${connection.id} and state = 'connected'`.execute(db)
    }
  }
}

/** @returns up to when everything was read */
async function readSince(context: ApiContext, connection: Connected, since: number, now: number): Promise<number> {
  let read_to = now
  for (const { path, where } of kinds) {
    for (let page = 1; ; page++) {
      const { entries, read_at } = await read(context, connection, path, {
        query: { where, order: 'UpdatedDateUTC ASC', page: String(page), pageSize: String(PAGE) },
        modified_since: new Date(since - OVERLAP_MS).toISOString().slice(0, 19),
      })
      for (const entry of await ownOf(context, connection, entries))
        await applyReading(context, connection, { entry, read_at })
      if (entries.length < PAGE) break
      if (page < PAGES) continue
      // Of what has changed within the overlap there may be more than a round reads: the next begins at the last one.
      read_to = Math.min(read_to, (millisecondsOf(entries.at(-1)!.UpdatedDateUTC) ?? since) + OVERLAP_MS)
      break
    }
  }
  return read_to
}

/** Reads what webhooks and people have asked for, and what was being pushed when it was read. */
export async function readAsked(context: ApiContext): Promise<void> {
  const { db, log, config } = context
  if (!config.providers.xero) return
  // Put off, it belongs to this process for a while; a killed one leaves it to the next.
  const { rows } = await sql<Connected & { external_id: string; type: 'invoice' | 'credit_note' }>`
    with due as (
      select r.id from provider_reading r join provider_connection c on c.id = r.provider_connection_id and c.state = 'connected'
        and c.tenant_id is not null
      where r.state = 'queued' and r.not_before <= now() order by r.not_before, r.id limit 200 for update of r skip locked)
    update provider_reading r set not_before = now() + interval '2 minutes'
    from due, provider_connection c, invoice i
    where r.id = due.id and c.id = r.provider_connection_id and i.id = r.invoice_id
    returning c.id, c.organisation_id, c.tenant_id, r.external_id, i.type`.execute(db)
  for (const asked of Map.groupBy(rows, ({ id }) => id).values()) {
    try {
      await readDocuments(context, asked[0]!, asked)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.warn({ connection: asked[0]!.id, reason: error.message }, 'documents at Xero could not be read')
    }
  }
}

/** Reads these documents now. @throws {ProviderError} */
export async function readDocuments(
  context: ApiContext,
  { id, organisation_id, tenant_id }: Connected,
  asked: DocumentRequest[],
  accepts = false,
): Promise<void> {
  const connection = { id, organisation_id, tenant_id }
  const ids = asked.filter(({ type }) => type === 'invoice').map(({ external_id }) => external_id)
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    const query = { IDs: ids.slice(i, i + AT_ONCE).join(','), page: '1', pageSize: String(PAGE) }
    const { entries, read_at } = await read(context, connection, 'Invoices', { query })
    for (const entry of entries) await applyReading(context, connection, { entry, read_at, accepts })
  }
  for (const { external_id } of asked.filter(({ type }) => type === 'credit_note')) {
    const { entries, read_at } = await read(context, connection, `CreditNotes/${external_id}`, {})
    for (const entry of entries) await applyReading(context, connection, { entry, read_at, accepts })
  }
}

async function read(context: ApiContext, { id, tenant_id }: Connected, path: string, call: Call) {
  const { rows } = await sql<{ read_at: string }>`select
    to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as read_at`.execute(context.db)
  const answer = await xero<Answer>(context, id, { method: 'GET', path, tenant_id, ...call })
  return { entries: entriesOf(answer, path), read_at: rows[0]!.read_at }
}

/** Books have invoices of other programs too. */
async function ownOf({ db }: ApiContext, { organisation_id }: Connected, entries: Entry[]): Promise<Entry[]> {
  const idOf = (entry: Entry) => String(entry.InvoiceID ?? entry.CreditNoteID)
  if (entries.length === 0) return []
  const { rows } = await sql<{ external_id: string }>`select external_id from invoice
    where organisation_id = ${organisation_id} and external_id = any(${entries.map(idOf)}::text[])`.execute(db)
  const ids = new Set(rows.map(({ external_id }) => external_id))
  return entries.filter((entry) => ids.has(idOf(entry)))
}

type Entry = Record<string, unknown>
type Call = { query?: Record<string, string>; modified_since?: string }
export type DocumentRequest = { external_id: string; type: 'invoice' | 'credit_note' }
