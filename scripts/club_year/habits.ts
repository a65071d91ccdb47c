import type { Random } from '../simulate/random.ts'
import type { Document } from './account.ts'
import type { Answer } from './card.ts'
import { plus, span } from './days.ts'
import type { Membership } from './membership.ts'
import type { Code } from './products.ts'

/** What people buy, and to what they change. */
export const codes: Code[] = [
  'month',
  'month',
  'month',
  'quarter',
  'quarter',
  'year',
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

export type Plan = { day: string; share: number }
type Payer = { habit: Habit; membership: Membership }
