import type { Random } from '../simulate/random.ts'
import type { Document } from './account.ts'
import type { Club, Person, StripeEvent } from './club.ts'
import { plus } from './days.ts'

/** Of the payments at Stripe, which banks take back weeks later, and which of these the club gets again. */
const TAKEN = 0.15
const WON = 0.5

/** Payments that banks take back. */
export class Chargebacks<Member extends { person: Person }> {
  readonly #club: Club
  readonly #random: Random
  readonly #planned: Planned<Member>[] = []

  constructor(club: Club, random: Random) {
    this.#club = club
    this.#random = random
  }

  /** @param paid a payment that settled its invoice */
  plan(paid: Paid<Member>, today: string): void {
    if (this.#random() >= TAKEN) return
    const taken_on = plus(today, 1 + this.#below(40))
    const won_on = this.#random() < WON ? plus(taken_on, 1 + this.#below(20)) : null
    this.#planned.push({ ...paid, taken_on, won_on, is_taken: false })
  }

  /** What happens on a day, at Stripe and in the book. */
  async take(today: string): Promise<(Paid<Member> & { is_won: boolean })[]> {
    const happened = []
    for (const one of this.#planned) {
      const { document, amount, event } = one
      const { account } = one.member.person
      if (one.taken_on === today && document.state === 'paid') {
        await this.#club.dispute(event, 'funds_withdrawn', amount)
        account.refund(document, amount, today)
        one.is_taken = true
        happened.push({ ...one, is_won: false })
      }
      if (one.won_on !== today || !one.is_taken) continue
      await this.#club.dispute(event, 'funds_reinstated', amount)
      account.reinstate(document, amount, today)
      happened.push({ ...one, is_won: true })
    }
    return happened
  }

  #below(n: number): number {
    return Math.floor(this.#random() * n)
  }
}

type Paid<Member> = { member: Member; document: Document; amount: number; event: StripeEvent }
type Planned<Member> = Paid<Member> & { taken_on: string; won_on: string | null; is_taken: boolean }
