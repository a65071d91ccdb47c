import { type Document, openOf } from './account.ts'
import { isOwed } from './card.ts'
import { later, plus, share, span } from './days.ts'
import { dueOf } from './parts.ts'
import { Pause } from './pauses.ts'
import { type Covered, Periods } from './periods.ts'
import { costOf, type Product, partOf, periodOf, placePrice } from './products.ts'

/** What its people and the treasurer do to a membership. */
export class Membership extends Periods {
  /** What a payment of one of its invoices does at once. @param has_other whether the person has the product again */
  paid(document: Document, today: string, has_other: boolean): void {
    if (this.current !== document) return
    if (document.state === 'void') this.#revive(document, today, has_other)
    else if (document.state === 'paid') this.#reopen(today, has_other)
    else if (document.parts.length > 0 && dueOf(document) >= today) this.#wait(document, today, has_other)
  }

  /** What was overdue of the instalments is paid. */
  #wait(document: Document, today: string, has_other: boolean): void {
    if (!this.is_live) this.#reopen(today, has_other)
    if (!this.is_live) return
    this.state = 'active'
    this.pay_by = dueOf(document)
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
    this.current = this.issue('again', gross, today, today)
    this.renewal = null
    this.pay_by = null
    this.invoice_on = plus(this.period.ends, -this.product.lead)
  }

  /** The person leaves with the end of what is paid. */
  cancelAtEnd(today: string): void {
    if (this.state === 'grace') {
      this.cancelNow(today, this.#isPartPaid())
      return
    }
    this.dropRenewal(today)
    this.ends_with_period = true
    this.invoice_on = null
  }

  /** The treasurer ends it today, and credits the days after. */
  cancelNow(today: string, credits: boolean): void {
    const { renewal, period } = this
    const ahead = renewal?.document
    if (ahead && !this.voidUnpaid(ahead, today) && ahead.state !== 'void' && credits) {
      this.account.creditNote(ahead, costOf(renewal.price, renewal.period), today)
    }
    if (this.state === 'grace') this.voidUnpaid(this.current, today)
    if (credits && (this.state === 'active' || this.#isPartPaid()) && this.current && period.ends > today) {
      const left = share(this.cost, this.#bought(plus(today, 1)), this.#bought(period.begins))
      if (left > 0) this.account.creditNote(this.current, left, today)
      for (const one of this.people) if (one.document) this.#creditRest(one, plus(today, 1), today)
    }
    this.state = 'cancelled'
    this.renewal = null
    this.invoice_on = null
    this.pay_by = null
  }

  /** Whether some of its instalments are paid: what follows is for days that are not used. */
  #isPartPaid(): boolean {
    const { current } = this
    return current !== null && current.parts.length > 0 && openOf(current) !== current.gross
  }

  /** Days of the period from one on, without those by which a pause has made it longer. */
  #bought(day: string): number {
    return span(day, this.period.ends) - (this.pause?.daysFrom(day) ?? 0)
  }

  /** The treasurer pauses it. */
  pauseFrom(from: string, until: string, today: string): void {
    this.advance(today)
    this.pause = new Pause(from, until, this.product)
    this.advance(today)
  }

  endPause(today: string): void {
    if (!this.pause!.end(this, today)) {
      this.pause = null
      this.next_pause = null
    }
    this.advance(today)
  }

  /** What is left of the paid period is credited, the other product charged from today on. */
  change(product: Product, today: string): void {
    this.voidUnpaid(this.renewal?.document, today)
    this.uncharge()
    this.renewal = null
    const { period } = this
    const [left, whole] = [this.#bought(today), this.#bought(period.begins)]
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
    this.current = this.issue('change', charge, today)
    this.pay_by = dueOf(this.current)
  }

  /** One more person, from today on; what they add to the next period is invoiced with it. */
  addPerson(today: string): Covered {
    const price = placePrice(this.product, this.people.length + 2)
    this.#withoutRenewal(today)
    const { begins, ends, part, whole } = this.period
    const cost = share(price, span(today, ends) * part, span(begins, ends) * whole)
    const person: Covered = { from: today, cost, document: this.issue('person', cost, today) }
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
    if (this.renewal && !this.voidUnpaid(this.renewal.document, today)) return true
    this.uncharge()
    this.renewal = null
    this.invoice_on = today
    return false
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
