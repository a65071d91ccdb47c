import { addDays, addMonths, dayOfMonth, monthsOf, nextInvoiceOn, type Renewed } from '../money/days.ts'

/**
 * The period of a membership that is paid until a day. One that is over has lapsed after the days of grace; until then it
 * continues, and its next period is invoiced at once. Pure.
 */
export function paidPeriodOf(until: string, { period, grace_days }: Terms, today: string) {
  const next = addDays(until, 1)
  const anchor_day = dayOfMonth(next)
  const period_began_on = addMonths(next, -monthsOf[period], anchor_day)
  const has_lapsed = today > addDays(until, grace_days)
  return {
    state: has_lapsed ? ('lapsed' as const) : ('active' as const),
    ended_on: has_lapsed ? next : null,
    anchor_day,
    period_began_on,
    period_ends_on: until,
    next_invoice_on: has_lapsed ? null : nextInvoiceOn(until, period),
  }
}

type Terms = { period: Renewed; grace_days: number }
