import { type Account, type Document, openOf } from './account.ts'
import { plus } from './days.ts'
import type { Period } from './products.ts'

const DAY_MS = 86_400_000
const DAYS_BEFORE = 3
/** Days until the next attempt after each that failed. */
const RETRIES = [1, 3, 5, 7]

/** A card at Stripe, and what its bank will say to each attempt. */
export class Card {
  readonly bank: Answer[]
  readonly #payments = new Map<Document, { state: 'waiting' | 'over'; attempts: number; at: number }>()

  constructor(bank: Answer[]) {
    this.bank = [...bank]
  }

  /** Whether it may still pay a document by itself. */
  tries(document: Document): boolean {
    return this.#payments.get(document)?.state === 'waiting'
  }

  charge(membership: Membership, document: Document, { today, at }: { today: string; at: number }): boolean {
    let payment = this.#payments.get(document)
    if (!payment) {
      if (plus(document.due_on, -DAYS_BEFORE) > today || !isAgreed(membership, document)) return false
      payment = { state: 'waiting', attempts: 0, at }
      this.#payments.set(document, payment)
    }
    if (payment.state !== 'waiting' || payment.at > at) return false
    const answer = this.bank.shift() ?? 'paid'
    const days = RETRIES[payment.attempts++]
    if (answer === 'paid') membership.account.pay(document, openOf(document), today)
    if (answer === 'declined' && days !== undefined) payment.at = at + days * DAY_MS
    else payment.state = 'over'
    return true
  }
}

/** Whether an invoice is of a next or present period that was renewed. */
export function isOwed(membership: Membership, document: Document): boolean {
  const { current, renewal, ends_with_period, is_live } = membership
  if (!is_live || document.state !== 'authorised') return false
  if (document === renewal?.document) return !ends_with_period
  return document === current && document.kind === 'renewal'
}

/** As much was paid before, or the person has agreed to the price and paid something. */
function isAgreed({ invoices, price, accepted, renewal, new_price }: Membership, document: Document): boolean {
  const paid = invoices.filter(
    (one) => one !== document && one.state === 'paid' && one.lines.some(({ kind }) => kind === 'payment'),
  )
  if (paid.some(({ gross }) => gross >= document.gross)) return true
  const whole = document === renewal?.document ? renewal.price : price
  if (accepted !== null && whole <= accepted && paid.length > 0) return true
  return new_price?.is_agreed === true && new_price.charged_on !== null
}

export type Renewal = { period: Period; price: number; document: Document | null }
export type NewPrice = { price: number; from: string; charged_on: string | null; is_agreed: boolean }
/** What a card needs to know of a membership. */
type Membership = {
  readonly account: Account
  readonly invoices: Document[]
  readonly is_live: boolean
  readonly current: Document | null
  readonly renewal: { price: number; document: Document | null } | null
  readonly ends_with_period: boolean
  readonly price: number
  readonly accepted: number | null
  readonly new_price: NewPrice | null
}
export type Answer = 'paid' | 'declined' | 'action' | 'lost_card'
