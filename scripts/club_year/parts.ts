import type { Document, DuePart } from './account.ts'
import { monthsLater, plus } from './days.ts'

/** Instalments of an invoice, as docs/billing.md says. */

/** Monthly parts from one day on, as many as are due before the other day; none where there would be one only. */
export function planParts(total: number, count: number, { first_on, before }: { first_on: string; before: string }) {
  const first = clear(first_on)
  const date = Number(first.slice(8))
  const days = Array.from({ length: count }, (_, i) => monthsLater(first, i, date)).filter(
    (day, i) => !i || day < before,
  )
  if (days.length < 2) return []
  const each = Math.floor(total / days.length)
  const rest = total - each * days.length
  return days.map((due_on, i): DuePart => ({ due_on, amount: i === 0 ? each + rest : each }))
}

/** What of each part is open at the end of a day: its own credit notes make the last ones less, money the first. */
export function openParts({ parts, lines }: Document, day = '9999-12-31'): DuePart[] {
  const counted = lines.filter((line) => line.day <= day && line.kind !== 'charge')
  let less = 0
  let paid = 0
  for (const { amount, is_less } of counted) {
    if (is_less) less -= amount
    else paid -= amount
  }
  const open = parts.map((part) => Object.assign({}, part))
  for (const part of open.toReversed()) {
    const taken = Math.min(part.amount, less)
    part.amount -= taken
    less -= taken
  }
  for (const part of open) {
    const taken = Math.min(part.amount, paid)
    part.amount -= taken
    paid -= taken
  }
  return open
}

/** When something of an invoice is due next. */
export const dueOf = (document: Document): string =>
  openParts(document).find(({ amount }) => amount > 0)?.due_on ?? document.due_on

/** A pause moves what is due from a day on. */
export function moveParts(document: Document | null, since: string, days: number): void {
  if (!document) return
  for (const [i, { amount }] of openParts(document).entries()) {
    const part = document.parts[i]!
    if (amount > 0 && part.due_on >= since) part.due_on = clear(plus(part.due_on, days))
  }
}

/** The 29th to the 31st, which some months lack, become the 1st of the next month. */
const clear = (day: string) => (Number(day.slice(8)) > 28 ? monthsLater(day, 1, 1) : day)
