import type { Random } from '../simulate/random.ts'
import { type Document, openOf } from './account.ts'
import type { Answer } from './card.ts'
import type { StripeEvent } from './club.ts'
import type { Compared } from './compare.ts'
import { plus, span } from './days.ts'
import type { Membership } from './membership.ts'
import { openParts } from './parts.ts'
import type { Code } from './products.ts'

/** What people buy, and to what they change. */
export const codes: Code[] = [
  'month',
  'month',
  'month',
  'quarter',
  'quarter',
  'year',
  'parts',
  'parts',
  'common',
  'junior',
  'family',
  'better',
]
export const changes: Partial<Record<Code, Code>> = {
  year: 'better',
  better: 'year',
  month: 'year',
  common: 'junior',
  quarter: 'month',
}
/** How each is used to paying by hand. */
export const habits = ['early', 'early', 'late', 'more', 'parts', 'never'] as const
/** What banks say to an attempt. */
export const answers: Answer[] = ['paid', 'paid', 'paid', 'paid', 'paid', 'declined', 'declined', 'action', 'lost_card']
export type Habit = (typeof habits)[number]

/** When an invoice is paid by hand, and what share of what is open; with a card, only what that has not paid. */
export function planOf({ habit, membership }: Payer, document: Document, random: Random): Plan[] {
  const { issued_on, due_on, kind } = document
  const below = (n: number) => Math.floor(random() * n)
  const before = plus(issued_on, below(span(issued_on, due_on)))
  const after = plus(due_on, 1 + below(membership.product.grace))
  if (document.parts.length > 0) return partsPlanOf(habit, membership, document, below)
  if (membership.card && kind === 'renewal') return [{ day: plus(due_on, 2), share: 1 }]
  if (kind === 'person') return [{ day: before, share: 1 }]
  switch (habit) {
    case 'early':
      return [{ day: before, share: 1 }]
    case 'late':
      return [{ day: after, share: 1 }]
    case 'more':
      return [{ day: before, share: 1 + random() }]
    case 'parts':
      return [
        { day: before, share: 0.3 + random() / 2 },
        { day: after, share: 1 },
      ]
    case 'never':
      return random() < 0.5 ? [{ day: before, share: 1 }] : []
  }
}

/** Each instalment on its day, or late; some pay the whole at once, and some end after two. */
function partsPlanOf(habit: Habit, { product }: Membership, { issued_on, parts }: Document, below: Below): Plan[] {
  if (habit === 'more') return [{ day: plus(issued_on, below(span(issued_on, parts[0]!.due_on))), share: 1 }]
  return (habit === 'never' ? parts.slice(0, 2) : parts).map(({ due_on }) => {
    return { day: habit === 'late' ? plus(due_on, 1 + below(product.grace)) : due_on, share: 'part' }
  })
}

/** An instalment, or a share of what is open. */
export function toPay(document: Document, share: Plan['share']): number {
  if (share === 'part') return openParts(document).find(({ amount }) => amount > 0)!.amount
  return share === 1 ? openOf(document) : Math.max(1, Math.round(openOf(document) * share))
}

/** `part`: the instalment that is due first. */
export type Plan = { day: string; share: number | 'part' }
type Below = (n: number) => number
type Payer = { habit: Habit; membership: Membership }
export type Member = Compared & {
  habit: Habit
  /** When each invoice is to be paid, and what share of it. */
  plans: Map<Document, Plan[]>
  /** What was paid at Stripe, whose events are not delivered. */
  unheard: { document: Document; amount: number }[]
}
export type Late = { member: Member; event: StripeEvent; document: Document; amount: number; day: string }
