import { NEAR } from '#api/billing/money/shared/near.ts'
import type { Row } from '#api/client.ts'

/** What an amount of the home currency probably pays of a document in another, in minor units of that. */
export function paidOf({ open, exchange_rate, digits, home_digits }: Row<'invoice'>, amount: number): number {
  if (exchange_rate === null) return open
  const at_rate = amount * Number(exchange_rate) * 10 ** (digits - home_digits)
  return Math.abs(at_rate - open) <= open * NEAR ? open : Math.max(1, Math.round(at_rate))
}
