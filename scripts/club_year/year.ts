import { makeRandom, type Random } from '../simulate/random.ts'
import { Account, type Document, isBegun, openOf } from './account.ts'
import { Card } from './card.ts'
import { Chargebacks } from './chargebacks.ts'
import { moveTo } from './clock.ts'
import type { Club } from './club.ts'
import { type Compared, compare } from './compare.ts'
import { moment, plus } from './days.ts'
import { answers, changes, codes, habits, type Late, type Member, planOf, toPay } from './habits.ts'
import { Membership } from './membership.ts'
import { mayPause } from './pauses.ts'
import type { Covered } from './periods.ts'
import { CODE, type Code, RAISED } from './products.ts'

/** Each evening begins a little later than the one before: what is due a day after it is due then. */
const EVENING_S = 20

/** Lives through the days of a club, and keeps the book beside it. */
export class Year {
  readonly #club: Club
  readonly #random: Random
  readonly #print: (text: string) => void
  readonly #options: Options
  readonly #members: Member[] = []
  readonly #late: Late[] = []
  readonly #chargebacks: Chargebacks<Member>
  #guests = 0
  /** What has happened, by its name. */
  readonly counts: Record<string, number> = {}
  readonly differences: string[] = []
  #raised: { from: string } | null = null
  #people = 0

  constructor(club: Club, options: Options, print: (text: string) => void) {
    this.#club = club
    this.#options = options
    this.#random = makeRandom(options.seed)
    this.#print = print
    this.#chargebacks = new Chargebacks(club, this.#random)
  }

  async live(): Promise<void> {
    const { begins, days } = this.#options
    let month = begins
    for (let i = 0; i < days; i++) {
      const today = plus(begins, i)
      await this.#day(today, i)
      const next = plus(today, 1)
      if (next.slice(0, 7) === today.slice(0, 7) && i < days - 1) continue
      await this.#close(month, today)
      month = next
    }
  }

  async #close(from: string, until: string): Promise<void> {
    await this.#club.newDay()
    const wrong = await compare(this.#club, this.#members, { from, until })
    this.differences.push(...wrong)
    const live = this.#members.filter(({ membership }) => membership.is_live).length
    const lines = [...this.#accounts()].reduce((total, account) => total + account.lines.length, 0)
    this.#print(`${until.slice(0, 7)}: ${live} memberships, ${lines} lines of the ledger, ${wrong.length} differences`)
    for (const line of wrong.slice(0, 20)) this.#print(`  ${line}`)
  }

  #accounts(): Set<Account> {
    return new Set(this.#members.map(({ person }) => person.account))
  }

  async #day(today: string, i: number): Promise<void> {
    // Of the club's day, which begins half a day before that of UTC.
    moveTo(moment(plus(today, -1), 13, this.#below(17 * 3600)))
    await this.#club.newDay()
    for (const { member, event, document, amount, day } of this.#late.splice(0)) {
      await this.#club.deliver(event)
      this.#paid(member, document, amount, day, today)
    }
    await this.#raise(today, i)
    for (const { member, document, is_won } of await this.#chargebacks.take(today)) {
      if (is_won) this.#settled(member, document, today)
      this.#count(is_won ? 'chargebacks that are won' : 'chargebacks')
    }
    await this.#join(today, i)
    for (const member of [...this.#members]) {
      await this.#act(member, today).catch((error: Error) => {
        const refusal = `${member.person.account.name}: refused on ${today}: ${error.message}`
        this.#print(refusal)
        this.differences.push(refusal)
      })
    }
    await this.#tasks(today, Date.now())
    await this.#tasks(today, moment(today, 8, i * EVENING_S))
    if (this.#late.length > 0) moveTo(Math.max(Date.now(), moment(today, 10, 1800)))
    for (const late of this.#late) {
      late.event = await this.#club.payAtStripe(late.member.person, late.document)
    }
  }

  async #tasks(today: string, at: number): Promise<void> {
    const unheard = this.#members.flatMap((member) => member.unheard.splice(0).map((one) => ({ ...one, member })))
    if (this.#raised?.from === today) this.#applyPrices()
    for (const { membership } of this.#members) membership.advance(today)
    for (const { member, document, amount } of unheard) this.#paid(member, document, amount, today, today)
    for (const { membership } of this.#members) {
      if (membership.charge(today, at)) this.#count('attempts of cards')
    }
    await this.#club.runTasks(at)
  }

  async #join(today: string, i: number): Promise<void> {
    const { members, days } = this.#options
    const wanted = Math.ceil((members * (i + 1)) / (days * 0.8))
    while (this.#people < Math.min(wanted, members)) {
      this.#people++
      const person = await this.#club.register(new Account(`member${this.#people}`))
      await this.#subscribe(person, this.#pick(codes), today)
    }
  }

  async #subscribe(person: Compared['person'], code: Code, today: string, old?: Member): Promise<void> {
    const product = this.#club.products.get(code)!
    const has_card = old || product.parts ? false : this.#random() < 0.5
    const habit = this.#pick(habits)
    // With a card, what was paid before decides what may be charged: those pay the whole price.
    const has_code = !old && !has_card && !product.places && this.#random() < 0.4
    if (has_code) this.#count('use a code')
    const subscription_id = await this.#club.subscribe(person, product, has_code)
    const membership = new Membership(person.account, product, today, has_code ? Number(CODE.percent) : 0)
    this.#concern(membership)
    const member: Member = { person, membership, subscription_id, habit, plans: new Map(), unheard: [] }
    this.#members.push(member)
    this.#count('joined')
    if (!has_card && !old?.membership.card) return
    if (has_card) {
      const bank = Array.from({ length: 40 }, () => this.#pick(answers))
      await this.#club.storeCard(person, bank)
      membership.card = new Card(bank)
    } else membership.card = old!.membership.card
  }

  async #act(member: Member, today: string): Promise<void> {
    await this.#pay(member, today)
    const { membership } = member
    if (!membership.is_live) return this.#afterwards(member, today)
    const is_paid = membership.current?.state === 'paid'
    const next_is_paid = isBegun(membership.renewal?.document)
    const waits = membership.pause?.has_begun === false
    if (this.#happens(0.4)) await this.#cancel(member, 'end', today)
    else if (this.#happens(0.3)) await this.#cancel(member, 'now', today)
    else if (membership.pause?.covers(today)) await this.#endPause(member, today)
    else if (mayPause(membership, today) && this.#happens(1.5)) await this.#pause(member, today)
    else if (membership.state === 'active' && is_paid && !next_is_paid && !waits && membership.people.length === 0) {
      const to = changes[membership.product.code]
      if (to && this.#happens(0.5)) await this.#change(member, to, today)
    }
    if (membership.product.places && membership.state === 'active') await this.#family(member, today)
  }

  /** By hand, as each is used to; with a card only what that does not pay. */
  async #pay(member: Member, today: string): Promise<void> {
    const { membership, plans } = member
    for (const document of membership.invoices) {
      if (document.state !== 'authorised') continue
      if (!plans.has(document)) plans.set(document, planOf(member, document, this.#random))
      const plan = plans.get(document)!
      const due = plan[0]
      if (!due || due.day > today || membership.card?.tries(document)) continue
      plan.shift()
      const amount = toPay(document, due.share)
      if (membership.card && document.kind !== 'renewal' && due.share === 1)
        await this.#payAtStripe(member, document, today)
      else await this.#payByBank(member, document, amount, today)
    }
  }

  async #payByBank(member: Member, document: Document, amount: number, today: string): Promise<void> {
    const id = await this.#club.idOf(member.person, document)
    await this.#club.post('invoice/pay', { id, amount, method: 'bank', credit_rest: true })
    this.#paid(member, document, amount, today, today)
    this.#count('payments by bank')
  }

  /** The event comes at once, twice, never, or the next day. */
  async #payAtStripe(member: Member, document: Document, today: string): Promise<void> {
    const amount = openOf(document)
    this.#count('payments at Stripe')
    const way = this.#below(10)
    if (way === 0) {
      this.#late.push({ member, document, amount, day: today, event: {} })
      return
    }
    const event = await this.#club.payAtStripe(member.person, document)
    if (way === 1) {
      member.unheard.push({ document, amount })
      return
    }
    const fits = document.state === 'authorised'
    await this.#club.deliver(event)
    if (way === 2) await this.#club.deliver(event)
    this.#paid(member, document, amount, today, today)
    if (fits && document.kind !== 'person') this.#chargebacks.plan({ member, document, amount, event }, today)
  }

  #paid({ person, membership }: Member, document: Document, amount: number, day: string, today: string): void {
    person.account.pay(document, amount, day)
    this.#settled({ person, membership }, document, today)
  }

  #settled({ person, membership }: Pick<Member, 'person' | 'membership'>, document: Document, today: string): void {
    const others = this.#members.filter((one) => one.person === person && one.membership !== membership)
    const { code } = membership.product
    membership.paid(
      document,
      today,
      others.some((one) => one.membership.is_live && one.membership.product.code === code),
    )
  }

  async #cancel({ membership, subscription_id }: Member, at: 'end' | 'now', today: string): Promise<void> {
    if (at === 'end' && membership.ends_with_period) return
    await this.#club.post('subscription/cancel', { id: subscription_id, at, ...(at === 'now' && { credit: true }) })
    if (at === 'end') membership.cancelAtEnd(today)
    else membership.cancelNow(today, true)
    this.#count(at === 'end' ? 'leave with the period' : 'ended at once')
  }

  async #change({ membership, subscription_id }: Member, code: Code, today: string): Promise<void> {
    const product = this.#club.products.get(code)!
    await this.#club.post('subscription/change', { id: subscription_id, product_id: product.id })
    membership.change(product, today)
    this.#concern(membership)
    this.#count('changes of the product')
  }

  async #pause({ membership, subscription_id }: Member, today: string): Promise<void> {
    const from = plus(today, this.#below(12))
    const until = plus(from, this.#below(45))
    const { ends } = membership.period
    if (from > ends || (membership.product.common && until > ends)) return
    const body = { id: subscription_id, from_on: from, until_on: until, reason: 'Abroad' }
    await this.#club.post('subscription/pause', body)
    membership.pauseFrom(from, until, today)
    this.#count('pauses')
  }

  async #endPause({ membership, subscription_id }: Member, today: string): Promise<void> {
    if (!this.#happens(6)) return
    await this.#club.post('subscription/endpause', { id: subscription_id })
    membership.endPause(today)
    this.#count('pauses that end early')
  }

  async #family(member: Member, today: string): Promise<void> {
    const { membership, person, subscription_id } = member
    const { people, renewal, ends_with_period } = membership
    if (people.length < 4 && !isBegun(renewal?.document) && !ends_with_period && this.#happens(4)) {
      const guest = await this.#club.register(new Account(`guest${++this.#guests}`))
      const member_id = await this.#club.share(person, subscription_id, guest)
      membership.addPerson(today).member_id = member_id
      this.#count('people who join a family')
    } else if (people.length > 0 && this.#happens(1)) {
      const leaver = this.#pick(people) as Covered
      await this.#club.post('subscriptionmember/end', { id: leaver.member_id })
      membership.removePerson(leaver, today)
      this.#count('people who leave a family')
    }
  }

  /** Who has left: pays late, comes back, or gets what is left. */
  async #afterwards(member: Member, today: string): Promise<void> {
    const { membership, person } = member
    const { account } = person
    if (this.#members.findLast((one) => one.person === person) !== member) return
    const { current } = membership
    if (membership.state === 'lapsed' && current?.state === 'void' && this.#random() < 0.03) {
      this.#count('pay what has lapsed')
      return this.#payByBank(member, current, current.gross, today)
    }
    if (this.#random() < 0.008) {
      const code = this.#pick(codes)
      // A stored card would pay instalments too, which are of those who pay by hand.
      return this.#subscribe(person, code === 'parts' && membership.card ? 'year' : code, today, member)
    }
    if (account.credit > 0 && this.#random() < 0.02) {
      const amount = account.credit
      await this.#club.post('invoicing/contact/refund', { id: person.contact_id, amount })
      account.refund(null, amount, today)
      this.#count('refunds of credit')
    }
    const note = account.documents.find(({ type, state }) => type === 'credit_note' && state === 'authorised')
    if (note && this.#random() < 0.05) {
      const amount = -openOf(note)
      await this.#club.post('invoice/refund', { id: await this.#club.idOf(person, note), amount })
      account.refund(note, amount, today)
      this.#count('refunds of credit notes')
    }
  }

  /** New prices from a day on; half of those who have a card agree. */
  async #raise(today: string, i: number): Promise<void> {
    if (i !== Math.floor(this.#options.days * 0.4)) return
    const from = plus(today, 40)
    this.#raised = { from }
    for (const [code, unit_amount] of Object.entries(RAISED)) {
      const product = this.#club.products.get(code as Code)!
      const body = { organisation_id: this.#club.id, product_ids: [product.id], unit_amount, effective_on: from }
      await this.#club.post('pricechange/schedule', body)
    }
    for (const { membership } of this.#members) this.#concern(membership)
    for (const { membership, person, subscription_id } of this.#members) {
      if (!membership.new_price || !membership.card || this.#random() < 0.5) continue
      const client = await this.#club.signIn(person.account.name)
      const { data } = await client.list('pricechangemember', { subscription_id } as never)
      await this.#club.post('pricechangemember/answer', { id: data[0]!.id, answer: 'agreed' }, client)
      membership.new_price.is_agreed = true
      this.#count('agree to a new price')
    }
  }

  /** A membership that is begun, or live, while a new price waits. */
  #concern(membership: Membership): void {
    const price = RAISED[membership.product.code]
    if (!this.#raised || price === undefined || membership.product.price === price) return
    if (!membership.is_live || membership.ends_with_period) return
    membership.new_price = { price, from: this.#raised.from, charged_on: null, is_agreed: false }
  }

  #applyPrices(): void {
    for (const [code, price] of Object.entries(RAISED)) this.#club.products.get(code as Code)!.price = price
  }

  /** Whether something that happens so often in a year happens today. */
  #happens(times_a_year: number): boolean {
    return this.#random() < times_a_year / 365
  }

  #below(n: number): number {
    return Math.floor(this.#random() * n)
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!
  }

  #count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }
}

type Options = { begins: string; members: number; days: number; seed: number }
