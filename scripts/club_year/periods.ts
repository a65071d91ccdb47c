import { type Account, type Document, openOf } from './account.ts'
import type { Card, NewPrice, Renewal } from './card.ts'
import { later, plus, share } from './days.ts'
import { dueOf, planParts } from './parts.ts'
import type { Pause } from './pauses.ts'
import { costOf, type Period, type Product, periodOf, placePrice } from './products.ts'

/** Days between an invoice of the club and its payment. */
export const DUE_DAYS = 14

/** The periods of a membership as docs/billing.md says that they go, written without looking at the server. */
export class Periods {
  readonly account: Account
  product: Product
  /** Of a whole period, all people included. */
  price: number
  people: Covered[] = []
  period: Period
  /** What the present period costs. */
  cost: number
  state: 'active' | 'grace' | 'lapsed' | 'cancelled' = 'active'
  ends_with_period = false
  current: Document | null
  renewal: Renewal | null = null
  pay_by: string | null
  invoice_on: string | null
  renewed = 0
  /** The price that the person has agreed to by subscribing; null after a change. */
  accepted: number | null
  new_price: NewPrice | null = null
  card: Card | null = null
  pause: Pause | null = null
  /** Until when it is not paused again. */
  next_pause: string | null = null
  /** All of its invoices. */
  readonly invoices: Document[] = []

  /** @param code per cent off the first period */
  constructor(account: Account, product: Product, today: string, code = 0) {
    this.account = account
    this.product = product
    this.price = product.price
    this.accepted = product.price
    this.period = periodOf(product, today)
    const full = costOf(product.price, this.period)
    this.cost = costOf(share(product.price, 100 - code, 100), this.period)
    this.current = this.issue('first', this.cost, today, undefined, full - this.cost)
    this.pay_by = dueOf(this.current)
    this.invoice_on = plus(this.period.ends, -product.lead)
  }

  get is_live(): boolean {
    return this.state === 'active' || this.state === 'grace'
  }

  /** Brings it to a day: in a pause nothing happens. */
  advance(today: string): void {
    const { pause } = this
    if (pause && !pause.has_begun && today >= pause.from) {
      this.#steps(plus(pause.from, -1))
      if (this.state === 'active') {
        this.next_pause = pause.next_from
        pause.begin(this, today)
      } else this.pause = null
    }
    if (!pause?.covers(today)) this.#steps(today)
  }

  #steps(day: string): void {
    while (this.is_live && this.#step(day));
  }

  #step(today: string): boolean {
    const { current, period, product } = this
    const is_paid = current === null || current.state !== 'authorised'
    const is_over = today > period.ends
    if (is_paid && this.pay_by !== null) {
      this.pay_by = null
      this.state = 'active'
      return true
    }
    if (!is_paid && (this.pay_by === null || (current.parts.length > 0 && this.pay_by !== dueOf(current)))) {
      if (this.pay_by !== null && this.state === 'grace' && today <= dueOf(current)) this.state = 'active'
      this.pay_by = dueOf(current)
      return true
    }
    if (!is_paid && this.pay_by !== null) {
      if (today > plus(this.pay_by, product.grace)) return this.#lapse(today)
      if (this.state === 'active' && today > this.pay_by) {
        this.state = 'grace'
        return true
      }
      if (is_over && !this.renewal) return this.#lapse(today)
    }
    if (this.invoice_on !== null && today >= this.invoice_on && !this.ends_with_period && is_paid) {
      this.#invoiceNext(today)
      return true
    }
    if (!is_over) return false
    if (this.ends_with_period && !this.renewal) {
      this.state = 'cancelled'
      return true
    }
    this.#renew()
    return true
  }

  #invoiceNext(today: string): void {
    const period = periodOf(this.product, plus(this.period.ends, 1), this.period.anchor)
    const change = this.new_price
    if (change && change.charged_on === null && change.from <= period.begins) {
      const others = this.people.reduce((total, _, i) => total + placePrice(this.product, i + 2), 0)
      this.renewal = { period, price: change.price + others, document: null }
      change.charged_on = period.begins
    } else this.renewal = { period, price: this.price, document: null }
    const due_on = later(this.period.ends, today)
    this.renewal.document = this.issue('renewal', costOf(this.renewal.price, period), today, due_on)
    this.invoice_on = null
  }

  #renew(): void {
    const { period, price, document } = this.renewal!
    this.price = price
    this.#begin(period, document)
    this.pay_by = document && document.state === 'authorised' ? dueOf(document) : null
    this.state = 'active'
    this.renewed++
  }

  #begin(period: Period, document: Document | null): void {
    this.period = period
    this.cost = costOf(this.price, period)
    this.current = document
    this.renewal = null
    this.invoice_on = plus(period.ends, -this.product.lead)
    this.#cover()
  }

  #cover(): void {
    for (const [i, one] of this.people.entries()) {
      const cost = costOf(placePrice(this.product, i + 2), this.period)
      Object.assign(one, { cost, from: this.period.begins, document: null })
    }
  }

  #lapse(today: string): false {
    const documents = [this.current, this.renewal?.document, ...this.people.map(({ document }) => document)]
    for (const document of documents) this.voidUnpaid(document, today)
    this.state = 'lapsed'
    this.invoice_on = null
    return false
  }

  /** @returns whether it was voided */
  protected voidUnpaid(document: Document | null | undefined, today: string): boolean {
    if (document?.state !== 'authorised' || openOf(document) !== document.gross) return false
    this.account.void(document, today)
    return true
  }

  /** The invoice of the next period is voided. @returns whether nothing of it was paid */
  dropRenewal(today: string): boolean {
    if (!this.voidUnpaid(this.renewal?.document, today)) return false
    this.uncharge()
    this.renewal = null
    return true
  }

  protected uncharge(): void {
    const change = this.new_price
    if (change && change.charged_on !== null && change.charged_on > this.period.ends) change.charged_on = null
  }

  protected issue(
    kind: Document['kind'],
    gross: number,
    issued_on: string,
    due_on = plus(issued_on, DUE_DAYS),
    off = 0,
  ): Document {
    const { parts: count = 1 } = this.product
    const { ends: before } = kind === 'renewal' ? this.renewal!.period : this.period
    const parts = kind === 'person' ? [] : planParts(gross, count, { first_on: due_on, before })
    const document = this.account.invoice(kind, gross, { issued_on, due_on, off, parts })
    this.invoices.push(document)
    return document
  }
}

export type Covered = { from: string; cost: number; document: Document | null; member_id?: number }
