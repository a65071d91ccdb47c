import type { Trx } from '#db/database.ts'
import { holderOf, recordOnAccount } from '../ledger/account.ts'
import { unlockedAt } from '../ledger/locked.ts'
import { findByProvider, type LockedInvoice, lockInvoice, type More, openOf, record } from '../ledger/record.ts'
import { partsToHome } from '../money/exchange.ts'
import { revive } from './revive.ts'

/**
 * Records money that has arrived for an invoice, which is never refused: what exceeds the open amount, and all of it
 * where the invoice is void, is credit of the contact. Of a lapsed membership it is used for what was to be paid.
 *
 * @param of.part_id `provider_id` of the part that settles the invoice, where there are two parts
 * @returns the line of the ledger, of two the one on account
 */
export async function receive(
  trx: Trx,
  invoice: LockedInvoice,
  { amount, part_id, bank_amount, ...more }: Received,
): Promise<number> {
  const open = invoice.state === 'authorised' && invoice.type === 'invoice' ? openOf(invoice) : 0
  const rest = amount - Math.min(open, amount)
  const common = { kind: 'payment' as const, ...more }
  if (rest === 0) return record(trx, { invoice, ...common, bank_amount, amount: -amount })
  const [of_open, of_rest] = bank_amount === undefined ? [] : partsToHome([amount - rest, rest], bank_amount)
  if (open > 0) {
    const part = { ...common, bank_amount: of_open, amount: -open, ...(part_id && { provider_id: part_id }) }
    await record(trx, { invoice, ...part })
  }
  const reference = more.reference || `More than ${invoice.document_number ?? 'the invoice'} had open`
  const { contact_id } = invoice
  const id = await recordOnAccount(trx, { account: invoice, ...common, bank_amount: of_rest, amount: -rest, reference })
  if (contact_id !== null) await revive(trx, { ...invoice, ...holderOf({ ...invoice, contact_id }) })
  return id
}

/**
 * Same, of a payment that a provider has received. The same `provider_id` again changes nothing.
 *
 * @returns the transaction, and whether it was there already
 */
export async function recordProviderPayment(trx: Trx, invoice_id: number, payment: ProviderPayment) {
  const invoice = await lockInvoice(trx, invoice_id)
  const known = await findByProvider(trx, invoice.organisation_id, payment)
  if (known !== null) return { id: known, known: true }
  const part_id = `${payment.provider_id}#part`
  const dated = payment.at && { at: await unlockedAt(trx, invoice.organisation_id, payment.at) }
  const id = await receive(trx, invoice, { method: 'provider', ...payment, ...dated, part_id })
  return { id, known: false }
}

type Received = More & { amount: number; part_id?: string }
export type ProviderPayment = { amount: number; provider: string; provider_id: string; at?: string; reference?: string }
