import { toMajor } from '../../money/document.ts'
import type { Theirs } from './theirs.ts'

/**
 * What brings our books in line with a document at Xero: what is certain as steps, what is not as sentences for a person.
 * It compares states, not events: whatever came late, twice, in another order or never, the same is missing. Pure.
 *
 * @param accepts whether a person has said to record the money that Xero has, also beyond what is open here
 */
export function compare(ours: Ours, theirs: Theirs, accepts = false): Comparison {
  const made: Comparison = { steps: [], conflicts: [] }
  const state = { open: ours.state === 'authorised' || ours.state === 'paid' ? ours.gross - ours.paid : 0 }
  const to = {
    ours,
    theirs,
    accepts,
    made,
    state,
    show: (amount: number) => `${ours.currency} ${toMajor(amount, ours.digits)}`,
  }
  if (theirs.currency !== ours.currency) {
    made.conflicts.push(`Xero has it in ${theirs.currency}, it is in ${ours.currency} here.`)
    return made
  }
  if (!theirs.is_void && theirs.total !== ours.gross) {
    made.conflicts.push(`Xero's total is ${to.show(theirs.total)}, ours is ${to.show(ours.gross)}.`)
  }
  takeBack(to)
  takePayments(to)
  if (ours.type === 'invoice') takeCredits(to)
  takeVoid(to)
  return made
}

/** Payments that Xero had and has no more. */
function takeBack({ ours, theirs, made, state, show }: To): void {
  const there = new Set([
    ...theirs.payments.map(({ id }) => id),
    ...theirs.credits.map(({ id }) => `${id}/${theirs.id}`),
  ])
  for (const one of ours.entries) {
    if (one.is_reversed || one.xero_id === null || there.has(one.xero_id)) continue
    if (one.is_theirs) {
      made.steps.push({ do: 'reverse', transaction_ids: one.transaction_ids })
      state.open += one.settled
      continue
    }
    made.conflicts.push(`The payment of ${show(one.amount)} that is recorded here was deleted at Xero.`)
  }
}

/** Payments of the invoice, of a credit note what was paid back. */
function takePayments({ ours, theirs, accepts, made, state, show }: To): void {
  const known = new Map(ours.entries.filter((one) => one.xero_id !== null).map((one) => [one.xero_id, one]))
  // What was recorded here and is not at Xero: a payment of the same amount may be the same.
  const alike = ours.entries.filter((one) => one.xero_id === null && !one.is_reversed).map(({ amount }) => amount)
  for (const { id, ...payment } of theirs.payments) {
    const { amount, day } = payment
    const entry = known.get(id)
    const on = day === null ? '' : ` of ${day}`
    if (entry?.is_reversed && entry.is_theirs) {
      made.conflicts.push(`Xero has the payment of ${show(amount)}${on}, which was reversed here.`)
    } else if (entry && entry.amount !== amount) {
      made.conflicts.push(`The payment${on} is ${show(amount)} at Xero, and ${show(entry.amount)} here.`)
    }
    if (entry || ours.pushed.has(id)) continue
    if (alike.includes(amount) && !accepts) {
      alike.splice(alike.indexOf(amount), 1)
      made.conflicts.push(
        `Xero has a payment of ${show(amount)}${on}. One of that amount was recorded here and is not at Xero: it may be the same.`,
      )
      continue
    }
    const fits = amount <= state.open
    if (!fits && (!accepts || ours.type === 'credit_note')) {
      const what = ours.state === 'void' ? 'it is void here' : `${show(state.open)} is open here`
      made.conflicts.push(`Xero has a payment of ${show(amount)}${on}, but ${what}.`)
      continue
    }
    made.steps.push({ do: ours.type === 'invoice' ? 'pay' : 'refund', provider_id: id, ...payment })
    state.open -= Math.min(amount, state.open)
  }
}

/** Credit notes, overpayments and prepayments that Xero has used for the invoice. */
function takeCredits({ ours, theirs, accepts, made, state, show }: To): void {
  const notes = Map.groupBy(
    theirs.credits.filter((one) => one.kind === 'credit_note'),
    ({ id }) => id,
  )
  for (const [external_id, parts] of notes) {
    const amount = parts.reduce((sum, one) => sum + one.amount, 0)
    const note = ours.notes.find((one) => one.external_id === external_id)
    if (!note) {
      made.conflicts.push(
        `The credit note ${parts[0]!.number || external_id} of Xero settles ${show(amount)}: write it here too.`,
      )
      continue
    }
    const missing = amount - note.allocated
    if (missing <= 0) continue
    if (missing > Math.min(state.open, note.open)) {
      made.conflicts.push(
        `Xero has used ${show(amount)} of the credit note ${note.document_number}, here it is ${show(note.allocated)} and no more fits.`,
      )
      continue
    }
    const day = parts.at(-1)!.day
    made.steps.push({ do: 'allocate', note_id: note.id, amount: missing, total: amount, external_id, day })
    state.open -= missing
  }
  for (const note of ours.notes) {
    if (notes.has(note.external_id) && sumOf(notes.get(note.external_id)!) >= note.allocated) continue
    if (note.allocated === 0 || note.is_listed) continue
    made.conflicts.push(
      `${show(note.allocated)} of the credit note ${note.document_number} is used here, less than that at Xero.`,
    )
  }
  for (const { kind, id, amount, day } of theirs.credits.filter((one) => one.kind !== 'credit_note')) {
    const provider_id = `${id}/${theirs.id}`
    if (ours.entries.some(({ xero_id }) => xero_id === provider_id)) continue
    if (!accepts) {
      made.conflicts.push(
        `Xero has used an ${kind === 'overpayment' ? kind : 'advance payment'} of ${show(amount)} for it.`,
      )
      continue
    }
    made.steps.push({ do: 'pay', provider_id, amount, day, reference: '' })
    state.open -= Math.min(amount, state.open)
  }
}

function takeVoid({ ours, theirs, made, state, show }: To): void {
  if (!theirs.is_void || ours.state === 'void') return
  if (state.open === ours.gross) made.steps.push({ do: 'void' })
  else made.conflicts.push(`It was voided at Xero, but ${show(ours.gross - state.open)} of it is settled here.`)
}

const sumOf = (all: { amount: number }[]) => all.reduce((sum, { amount }) => sum + amount, 0)

type To = {
  ours: Ours
  theirs: Theirs
  accepts: boolean
  made: Comparison
  /** What is open, after the steps so far. */
  state: { open: number }
  show(amount: number): string
}
/** A document with what was recorded of it. Amounts are above 0, in minor units. */
export type Ours = {
  type: 'invoice' | 'credit_note'
  state: 'authorised' | 'paid' | 'void'
  currency: string
  digits: number
  gross: number
  paid: number
  /** Payments of an invoice, refunds of a credit note. */
  entries: {
    /** Two where a part became credit. */
    transaction_ids: number[]
    amount: number
    /** What of it settles the document. */
    settled: number
    is_reversed: boolean
    /** Whether it came from Xero. */
    is_theirs: boolean
    /** Xero's payment, where it came from there or was pushed; null for what is not there. */
    xero_id: string | null
  }[]
  /** Payments at Xero that come from here, whatever they are about: refunds of an invoice are its credit note's there. */
  pushed: Set<string>
  /** Credit notes of ours that Xero knows, which settle it here or there. */
  notes: {
    id: number
    external_id: string
    document_number: string
    open: number
    /** What is used for the invoice here. */
    allocated: number
    /** Whether its use is among the pushes that failed, where people see it already. */
    is_listed: boolean
  }[]
}
export type Step =
  | { do: 'reverse'; transaction_ids: number[] }
  | {
      do: 'pay' | 'refund'
      provider_id: string
      amount: number
      day: string | null
      reference: string
      /** Of the currency, where Xero says it. */
      rate?: string
    }
  | { do: 'allocate'; note_id: number; external_id: string; amount: number; total: number; day: string | null }
  | { do: 'void' }
export type Comparison = { steps: Step[]; conflicts: string[] }
