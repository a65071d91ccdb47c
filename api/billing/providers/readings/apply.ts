import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { ApiContext } from '../../../context.ts'
import { transact } from '../../../crud/transact.ts'
import { AppError } from '../../../http/errors.ts'
import { voidInvoice } from '../../invoices/authorise.ts'
import { endRefunded } from '../../invoices/refunded.ts'
import { readHome } from '../../ledger/home.ts'
import { unlockedAt } from '../../ledger/locked.ts'
import { allocate, type LockedInvoice, lockInvoice, recordPayment } from '../../ledger/record.ts'
import { reverse } from '../../ledger/reverse.ts'
import { LARGEST } from '../../money/document.ts'
import { toHome } from '../../money/exchange.ts'
import { receive } from '../../receipts/receive.ts'
import { compare, type Step } from './compare.ts'
import { isBeingPushed, loadOurs, type Read } from './load.ts'
import { askToRead, type Connected } from './queue.ts'
import { type Theirs, theirsOf } from './theirs.ts'

/**
 * Brings our books in line with a document as it was read at Xero, in one transaction: all of it, or after a kill nothing,
 * and it is read again. A reading that began before the one that was applied last changes nothing.
 *
 * @param reading.read_at when it began, by the clock of the database
 * @returns false for a document that Ringfence has not sent there
 */
export async function applyReading(
  context: ApiContext,
  connection: Connected,
  { entry, read_at, accepts }: Reading,
): Promise<boolean> {
  return transact(context, async (trx) => {
    const external_id = String(entry.InvoiceID ?? entry.CreditNoteID)
    const row = await lockReading(trx, connection, external_id)
    if (!row) return false
    if (row.is_newer_than(read_at)) return true
    const invoice = await lockInvoice(trx, row.invoice_id)
    const theirs = theirsOf(entry, invoice.digits)
    await askToRead(trx, connection, theirs.settles)
    const of = {
      connection_id: connection.id,
      tenant_id: connection.tenant_id,
      read_at,
      recorded_ids: row.recorded_ids,
    }
    if (await isBeingPushed(trx, invoice, of)) {
      await sql`update provider_reading set state = 'queued', not_before = now() + interval '20 seconds', modified_at = now()
        where id = ${row.id}`.execute(trx)
      return true
    }
    const { steps, conflicts } = compare(await loadOurs(trx, invoice, theirs, of), theirs, accepts)
    for (const step of steps) {
      const refusal = await take(trx, invoice, theirs, step, of)
      if (refusal) conflicts.push(refusal)
    }
    const paid = steps.flatMap((step) => ('provider_id' in step ? [step.provider_id] : []))
    await endReading(trx, row, { read_at, reason: conflicts.join(' ').slice(0, 1000), paid })
    const status = String(entry.Status ?? '').slice(0, 50)
    await sql`update invoice set external_state = ${status} where id = ${invoice.id} and external_state is distinct from ${status}`.execute(
      trx,
    )
    return true
  })
}

/** @returns why it was not possible, as a sentence */
async function take(trx: Trx, invoice: LockedInvoice, theirs: Theirs, step: Step, of: Read): Promise<string | null> {
  const provider = 'xero'
  const id_of = (id: string) => `${of.tenant_id} ${id}`
  try {
    switch (step.do) {
      case 'reverse':
        for (const id of step.transaction_ids.toReversed()) await reverse(trx, null, id, 'Deleted at Xero')
        return null
      case 'pay': {
        const provider_id = id_of(step.provider_id)
        const at = await noonOf(trx, invoice, step.day)
        const reference = step.reference || 'Xero'
        // Locked already; read again, since the steps before have changed it.
        const now = await lockInvoice(trx, invoice.id)
        const { amount } = step
        const money = { amount, at, reference, provider, provider_id, part_id: `${provider_id}#part` }
        await receive(trx, now, { method: 'provider', ...money, ...(await exchangedAt(trx, invoice, step)) })
        return null
      }
      case 'refund': {
        const at = await noonOf(trx, invoice, step.day)
        await recordPayment(trx, invoice.id, {
          kind: 'refund',
          method: 'provider',
          amount: step.amount,
          at,
          reference: step.reference || 'Xero',
          provider,
          provider_id: id_of(step.provider_id),
          ...(await exchangedAt(trx, invoice, step)),
        })
        await endRefunded(trx, invoice.id)
        return null
      }
      case 'allocate': {
        const at = await noonOf(trx, invoice, step.day)
        const provider_id = await freeId(trx, invoice, id_of(`${step.external_id}/${theirs.id}`))
        const done = await allocate(trx, step.note_id, invoice.id, { amount: step.amount, at, provider, provider_id })
        return done === step.amount ? null : 'A credit note that Xero has used for it cannot be used here.'
      }
      case 'void':
        await voidInvoice(trx, invoice.id, { reason: 'Voided at Xero', user_id: null, is_read: true })
        return null
    }
  } catch (error) {
    // Refused before anything was written.
    if (error instanceof AppError && error.code === 'not_possible') return `Xero has changed it: ${error.message}`
    throw error
  }
}

/**
 * The rate that Xero has, of a document that is converted here.
 *
 * @throws {AppError} not_possible for one at which the amount is more than the ledger holds
 */
async function exchangedAt(trx: Trx, invoice: LockedInvoice, { amount, rate }: { amount: number; rate?: string }) {
  if (invoice.exchange_rate === null || rate === undefined) return {}
  const home = await readHome(trx, invoice)
  if (home && toHome(amount, rate, home) > LARGEST) {
    throw new AppError('not_possible', `the rate of its payment, ${rate}, makes that larger than the ledger holds.`)
  }
  return { exchange_rate: rate }
}

/** A credit note may be used for an invoice several times: each line of the ledger has an id of its own. */
async function freeId(trx: Trx, { organisation_id }: LockedInvoice, id: string): Promise<string> {
  for (let n = 1; ; n++) {
    const known = await trx
      .selectFrom('transaction')
      .select('id')
      .where('organisation_id', '=', organisation_id)
      .where('provider', '=', 'xero')
      .where('provider_id', '=', `${id}/${n}`)
      .executeTakeFirst()
    if (!known) return `${id}/${n}`
  }
}

/** Xero knows days: money counts at noon, in the timezone of the organisation; without a day now. */
async function noonOf(trx: Trx, { organisation_id }: LockedInvoice, day: string | null): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select to_char(least(now(), coalesce((${day}::date + time '12:00') at time zone o.timezone, now())) at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from organisation o where o.id = ${organisation_id}`.execute(trx)
  return unlockedAt(trx, organisation_id, rows[0]!.at)
}

/** @returns null for a document that Ringfence has not sent there */
async function lockReading(trx: Trx, { id, organisation_id }: Connected, external_id: string) {
  await sql`insert into provider_reading (organisation_id, provider_connection_id, invoice_id, external_id, state)
    select i.organisation_id, ${id}, i.id, i.external_id, 'read' from invoice i
    where i.organisation_id = ${organisation_id} and i.external_id = ${external_id}
    on conflict (provider_connection_id, external_id) do nothing`.execute(trx)
  const { rows } = await sql<Row>`select id, invoice_id, ignored_reason, recorded_ids, read_at from provider_reading
    where provider_connection_id = ${id} and external_id = ${external_id} for update`.execute(trx)
  const row = rows[0]
  if (!row) return null
  return { ...row, is_newer_than: (at: string) => row.read_at !== null && Date.parse(row.read_at) > Date.parse(at) }
}

/** What people have set aside stays so as long as it is the same. */
async function endReading(trx: Trx, row: Row, { read_at, reason, paid }: Ended): Promise<void> {
  const is_known = row.ignored_reason === reason
  const state = reason === '' ? 'read' : is_known ? 'ignored' : 'conflict'
  const recorded_ids = [...new Set([...row.recorded_ids, ...paid])].slice(-1000)
  await sql`update provider_reading set reason = ${reason}, read_at = ${read_at}, recorded_ids = ${recorded_ids}::text[],
      state = case when last_asked_at >= ${read_at} then 'queued' else ${state} end, modified_at = now()
    where id = ${row.id}`.execute(trx)
}

type Entry = Record<string, unknown>
type Reading = { entry: Entry; read_at: string; accepts?: boolean }
type Row = { id: number; invoice_id: number; ignored_reason: string; recorded_ids: string[]; read_at: string | null }
type Ended = { read_at: string; reason: string; paid: string[] }
