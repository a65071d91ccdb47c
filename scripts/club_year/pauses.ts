import type { Document } from './account.ts'
import type { Renewal } from './card.ts'
import { later, monthsLater, plus, span } from './days.ts'
import { moveParts } from './parts.ts'
import type { Period, Product } from './products.ts'

/** Pauses of memberships, as docs/billing.md says: the period ends later, and what is to be paid is due later. */
export class Pause {
  readonly from: string
  until: string
  /** Else the period ends when it would have. */
  readonly extends_period: boolean
  has_begun = false

  constructor(from: string, until: string, { common }: Product) {
    this.from = from
    this.until = until
    this.extends_period = !common
  }

  covers(day: string): boolean {
    return this.has_begun && this.from <= day && day <= this.until
  }

  begin(paused: Paused, today: string): void {
    const days = span(this.from, this.until)
    this.has_begun = true
    if (this.extends_period) {
      paused.dropRenewal(today)
      move(paused, days)
      if (!paused.renewal && !paused.ends_with_period) invoiceLater(paused)
    }
    if (paused.pay_by !== null) paused.pay_by = plus(paused.pay_by, days)
    moveParts(paused.current, this.from, days)
  }

  /** Its last day is yesterday. @returns whether there was a day of it */
  end(paused: Paused, today: string): boolean {
    const days = span(today, this.until)
    this.until = plus(today, -1)
    if (this.extends_period) move(paused, -days)
    if (paused.pay_by !== null) paused.pay_by = plus(paused.pay_by, -days)
    if (paused.invoice_on !== null) invoiceLater(paused)
    moveParts(paused.current, today, -days)
    return this.until >= this.from
  }

  /** Of the days of a period from one on, those by which it made the period longer. */
  daysFrom(day: string): number {
    if (!this.has_begun || !this.extends_period) return 0
    const first = later(day, this.from)
    return first > this.until ? 0 : span(first, this.until)
  }

  get next_from(): string {
    return monthsLater(this.from, 12, Number(this.from.slice(8)))
  }
}

function move(paused: Paused, days: number): void {
  const { period, renewal } = paused
  const ends = plus(period.ends, days)
  const begins = plus(ends, 1)
  const anchor = Number(begins.slice(8))
  paused.period = { ...period, ends, anchor }
  if (renewal) renewal.period = { ...renewal.period, begins, anchor, ends: plus(renewal.period.ends, days) }
}

function invoiceLater(paused: Paused): void {
  paused.invoice_on = plus(paused.period.ends, -paused.product.lead)
}

/** Whether a treasurer pauses it: paid, or to be paid later; cards and people are of others. */
export function mayPause(membership: Pausable, today: string): boolean {
  const { state, card, product, period, pay_by, pause, next_pause } = membership
  if (state !== 'active' || card || product.places) return false
  if (today > period.ends || (pay_by !== null && pay_by < today)) return false
  return (pause === null || pause.has_begun) && (next_pause === null || next_pause <= today)
}

type Pausable = {
  state: string
  card: unknown
  product: Product
  period: Period
  pay_by: string | null
  pause: Pause | null
  next_pause: string | null
}
/** What a pause changes of a membership. */
type Paused = {
  readonly product: Product
  readonly current: Document | null
  readonly ends_with_period: boolean
  period: Period
  renewal: Renewal | null
  pay_by: string | null
  invoice_on: string | null
  dropRenewal(today: string): boolean
}
