import { type Account, type Document, openOf } from './account.ts'
import { type Card, isOwed, type NewPrice } from './card.ts'
import { later, plus, share, span } from './days.ts'
import { costOf, type Period, type Product, partOf, periodOf, placePrice } from './products.ts'

/** Days between an invoice of the club and its payment. */
export const DUE_DAYS = 14

/** A membership as docs/billing.md says that it goes, written without looking at the server. */
export class Membership {
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
    this.current = this.#issue('first', this.cost, today, undefined, full - this.cost)
    this.pay_by = this.current.due_on
    this.invoice_on = plus(this.period.ends, -product.lead)
  }

  get is_live(): boolean {
    return this.state === 'active' || this.state === 'grace'
  }

  /** Brings it to a day. */
  advance(today: string): void {
    while (this.is_live && this.#step(today));
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
    if (!is_paid && this.pay_by === null) {
      this.pay_by = current.due_on
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
    this.renewal.document = this.#issue('renewal', costOf(this.renewal.price, period), today, due_on)
    this.invoice_on = null
  }

  #renew(): void {
    const { period, price, document } = this.renewal!
    this.price = price
    this.#begin(period, document)
    this.pay_by = document && document.state === 'authorised' ? document.due_on : null
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
    for (const document of documents) this.#voidUnpaid(document, today)
    this.state = 'lapsed'
    this.invoice_on = null
    return false
  }

  /** @returns whether it was voided */
  #voidUnpaid(document: Document | null | undefined, today: string): boolean {
    if (document?.state !== 'authorised' || openOf(document) !== document.gross) return false
    this.account.void(document, today)
    return true
  }

  /** What a payment of one of its invoices does at once. @param has_other whether the person has the product again */
  paid(document: Document, today: string, has_other: boolean): void {
    if (this.current !== document) return
    if (document.state === 'void') this.#revive(document, today, has_other)
    else if (document.state === 'paid') this.#reopen(today, has_other)
  }

  #reopen(today: string, has_other: boolean): void {
    if (this.state === 'grace') this.state = 'active'
    if (this.state !== 'lapsed' || this.period.ends < today || has_other) return
    this.state = 'active'
    this.invoice_on = plus(this.period.ends, -this.product.lead)
  }

  /** Paid late: what lapsed is invoiced again, and settled by what has come. */
  #revive({ gross }: Document, today: string, has_other: boolean): void {
    if (this.state !== 'lapsed' || this.period.ends < today || has_other || this.account.credit < gross) return
    this.state = 'active'
    this.current = this.#issue('again', gross, today, today)
    this.renewal = null
    this.pay_by = null
    this.invoice_on = plus(this.period.ends, -this.product.lead)
  }

  /** The person leaves with the end of what is paid. */
  cancelAtEnd(today: string): void {
    if (this.state === 'grace') {
      this.cancelNow(today, false)
      return
    }
    if (this.#voidUnpaid(this.renewal?.document, today)) {
      this.#uncharge()
      this.renewal = null
    }
    this.ends_with_period = true
    this.invoice_on = null
  }

  /** The treasurer ends it today, and credits the days after. */
  cancelNow(today: string, credits: boolean): void {
    const { renewal, period } = this
    const ahead = renewal?.document
    if (ahead && !this.#voidUnpaid(ahead, today) && ahead.state !== 'void' && credits) {
      this.account.creditNote(ahead, costOf(renewal.price, renewal.period), today)
    }
    if (this.state === 'grace') this.#voidUnpaid(this.current, today)
    if (credits && this.state === 'active' && this.current && period.ends > today) {
      const left = share(this.cost, span(plus(today, 1), period.ends), span(period.begins, period.ends))
      if (left > 0) this.account.creditNote(this.current, left, today)
      for (const one of this.people) if (one.document) this.#creditRest(one, plus(today, 1), today)
    }
    this.state = 'cancelled'
    this.renewal = null
    this.invoice_on = null
    this.pay_by = null
  }

  /** What is left of the paid period is credited, the other product charged from today on. */
  change(product: Product, today: string): void {
    this.#voidUnpaid(this.renewal?.document, today)
    this.#uncharge()
    this.renewal = null
    const { period } = this
    const [left, whole] = [span(today, period.ends), span(period.begins, period.ends)]
    const is_charged = this.current !== null && this.current.state !== 'void'
    const unused = is_charged ? share(this.cost, left, whole) : 0
    const keeps = product.months === this.product.months && Boolean(product.common) === Boolean(this.product.common)
    if (unused > 0) this.account.creditNote(this.current!, unused, today)
    this.product = product
    this.price = product.price
    this.accepted = null
    this.ends_with_period = false
    this.new_price = null
    const part = keeps ? partOf(product, period.begins, period.ends) : null
    if (part) this.period = { ...period, ...part }
    else this.period = periodOf(product, today)
    this.cost = costOf(this.price, this.period)
    this.invoice_on = plus(this.period.ends, -product.lead)
    const charge = part ? share(this.price, left * part.part, whole * part.whole) : this.cost
    this.current = this.#issue('change', charge, today)
    this.pay_by = this.current.due_on
  }

  /** One more person, from today on; what they add to the next period is invoiced with it. */
  addPerson(today: string): Covered {
    const price = placePrice(this.product, this.people.length + 2)
    this.#withoutRenewal(today)
    const { begins, ends, part, whole } = this.period
    const cost = share(price, span(today, ends) * part, span(begins, ends) * whole)
    const person: Covered = { from: today, cost, document: this.#issue('person', cost, today) }
    this.people.push(person)
    this.price += price
    if (this.accepted !== null) this.accepted += price
    this.advance(today)
    return person
  }

  /** A person leaves: the days left are credited, as they were charged. */
  removePerson(person: Covered, today: string): void {
    const price = placePrice(this.product, this.people.length + 1)
    const paid_ahead = this.#withoutRenewal(today)
    this.#creditRest(person, today, today)
    this.people.splice(this.people.indexOf(person), 1)
    this.price -= price
    if (person.document === null) this.cost -= person.cost
    if (this.accepted !== null) this.accepted -= price
    if (paid_ahead) {
      const { period, document } = this.renewal!
      this.account.creditNote(document!, costOf(price, period), today)
      this.renewal!.price -= price
    }
    this.advance(today)
  }

  #creditRest(person: Covered, from: string, today: string): void {
    const { period } = this
    const document = person.document ?? this.current
    if (this.state !== 'active' || from > period.ends || !document || document.state === 'void') return
    const whole = span(later(person.from, period.begins), period.ends)
    const amount = share(person.cost, Math.min(whole, span(from, period.ends)), whole)
    if (amount > 0) this.account.creditNote(document, amount, today)
  }

  /** The invoice of the next period is written again. @returns whether it stays, since it is paid */
  #withoutRenewal(today: string): boolean {
    if (this.invoice_on !== null || this.ends_with_period || !this.is_live) return false
    if (this.renewal && !this.#voidUnpaid(this.renewal.document, today)) return true
    this.#uncharge()
    this.renewal = null
    this.invoice_on = today
    return false
  }

  #uncharge(): void {
    const change = this.new_price
    if (change && change.charged_on !== null && change.charged_on > this.period.ends) change.charged_on = null
  }

  #issue(
    kind: Document['kind'],
    gross: number,
    issued_on: string,
    due_on = plus(issued_on, DUE_DAYS),
    off = 0,
  ): Document {
    const document = this.account.invoice(kind, gross, { issued_on, due_on, off })
    this.invoices.push(document)
    return document
  }

  /** Attempts of its card that are due at a moment. @returns whether one was made */
  charge(today: string, at: number): boolean {
    let made = false
    for (const document of [this.renewal?.document, this.current]) {
      if (document && this.card && isOwed(this, document))
        made = this.card.charge(this, document, { today, at }) || made
    }
    return made
  }
}

export type Covered = { from: string; cost: number; document: Document | null; member_id?: number }
type Renewal = { period: Period; price: number; document: Document | null }
