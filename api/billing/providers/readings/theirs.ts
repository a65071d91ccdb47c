import { fromXeroAmount } from '../xero/documents.ts'

/** An invoice or credit note as Xero has it; what is not understood is left out. Pure. */
export function theirsOf(entry: Entry, digits: number): Theirs {
  const amountOf = (value: unknown) => fromXeroAmount(Number(value) || 0, digits)
  const listOf = (value: unknown) => (Array.isArray(value) ? (value as unknown[]).filter(isEntry) : [])
  const payments = listOf(entry.Payments)
    .filter(({ PaymentID, Status }) => typeof PaymentID === 'string' && Status !== 'DELETED')
    .map((one) => ({
      id: String(one.PaymentID),
      amount: amountOf(one.Amount),
      day: dayOf(one.Date),
      reference: String(one.Reference ?? '').slice(0, 200),
      ...rateOfEntry(one),
    }))
  const credits = creditKinds.flatMap(({ kind, list, id }) =>
    listOf(entry[list])
      .filter((one) => typeof one[id] === 'string')
      .map((one) => ({
        kind,
        id: String(one[id]),
        number: String(one.CreditNoteNumber ?? ''),
        amount: amountOf(one.AppliedAmount ?? one.Amount),
        day: dayOf(one.Date),
      })),
  )
  return {
    id: String(entry.InvoiceID ?? entry.CreditNoteID),
    is_void: entry.Status === 'VOIDED' || entry.Status === 'DELETED',
    currency: String(entry.CurrencyCode ?? ''),
    total: amountOf(entry.Total),
    payments: payments.filter(({ amount }) => amount > 0),
    credits: credits.filter(({ amount }) => amount > 0),
    /** Invoices that a credit note settles: they are read too. */
    settles: listOf(entry.Allocations).flatMap((one) => {
      const { InvoiceID } = (one.Invoice ?? {}) as Entry
      return typeof InvoiceID === 'string' ? [InvoiceID] : []
    }),
  }
}

/** The rate of a payment in another currency, as ours have it; of its own currency Xero says 1. */
function rateOfEntry({ CurrencyRate }: Entry): { rate?: string } {
  const rate = Number(CurrencyRate)
  const text = rate > 0 && rate < 1e11 ? rate.toFixed(6) : '0'
  return Number(text) > 0 ? { rate: text } : {}
}

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null

/** `/Date(1518685950940+0000)/`, or a day as text. @returns null for anything else */
export function millisecondsOf(value: unknown): number | null {
  const text = String(value ?? '')
  const wrapped = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/.exec(text)
  // Without a zone it is UTC.
  const at = wrapped ? Number(wrapped[1]) : Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text)
  return Number.isFinite(at) ? at : null
}

function dayOf(value: unknown): string | null {
  const at = millisecondsOf(value)
  return at === null || Math.abs(at) > 8e15 ? null : new Date(at).toISOString().slice(0, 10)
}

const creditKinds = [
  { kind: 'credit_note', list: 'CreditNotes', id: 'CreditNoteID' },
  { kind: 'overpayment', list: 'Overpayments', id: 'OverpaymentID' },
  { kind: 'prepayment', list: 'Prepayments', id: 'PrepaymentID' },
] as const

type Entry = Record<string, unknown>
/** Amounts in minor units. */
export type Theirs = {
  id: string
  is_void: boolean
  currency: string
  total: number
  payments: TheirPayment[]
  credits: TheirCredit[]
  settles: string[]
}
type TheirPayment = { id: string; amount: number; day: string | null; reference: string; rate?: string }
type TheirCredit = {
  kind: 'credit_note' | 'overpayment' | 'prepayment'
  id: string
  number: string
  amount: number
  day: string | null
}
