import { useTranslation } from 'react-i18next'
import { addDays } from '#api/billing/money/days.ts'
import { costWith, discountOf } from '#api/billing/money/discounts.ts'
import { periodFrom } from '#api/billing/money/years.ts'
import type { Row } from '#api/client.ts'
import { toMoney } from '../../kit/format/money.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { labelOf } from '../../kit/forms/labels.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { useOff } from '../discounts/useOff.ts'
import { useInParts } from '../instalments/useInParts.ts'
import { Money } from '../Money.tsx'
import { usePause } from '../pauses/usePause.ts'
import { usePart, useYearDay } from '../years.ts'

/** The dates and the price of a subscription. */
export function SubscriptionFacts({ subscription }: { subscription: Row<'subscription'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { unit_amount, currency, period, amounts_are, tax_rate, open } = subscription
  const { began_on, period_began_on, period_ends_on, next_invoice_on, ended_on, year_begins } = subscription
  const tax = Number(tax_rate) > 0 && amounts_are !== 'no_tax' ? t(`billing:taxIs.${amounts_are}`) : ''
  const yearDay = useYearDay()
  const inParts = useInParts()
  const off = useOff()
  const { discount_code, discount_percent: percent, discount_amount, discount_every: every_period } = subscription
  const has_discount = percent !== null || discount_amount !== null
  const discount =
    has_discount && `${discount_code}: ${off({ percent, amount: discount_amount, currency, every_period })}`
  const pause = usePause(subscription)
  const next = useNextPart(subscription)
  return (
    <Facts
      facts={[
        [
          t('billing:membership.price'),
          [`${toMoney(unit_amount, currency)} ${t(`billing:periods.${period}`)}`, tax].filter(Boolean).join(', '),
        ],
        ...(subscription.instalments > 1 ? ([[t('billing:instalments.title'), inParts(subscription)]] as const) : []),
        ...(discount ? ([[t('billing:membership.discount'), discount]] as const) : []),
        [t('billing:membership.began'), day(began_on)],
        ...(period_ends_on && !ended_on
          ? ([
              [
                t(`billing:membership.${open > 0 ? 'openPeriod' : 'period'}`),
                `${day(period_began_on)} – ${day(period_ends_on)}`,
              ],
            ] as const)
          : []),
        ...(pause.text ? ([[t('billing:pauses.title'), pause.text]] as const) : []),
        ...(year_begins
          ? ([[t('billing:years.title'), t('billing:years.from', { day: yearDay(year_begins) })]] as const)
          : []),
        ...(next ? ([[t('billing:years.next'), next]] as const) : []),
        ...(next_invoice_on && !ended_on ? ([[t('billing:membership.next'), day(next_invoice_on)]] as const) : []),
        ...(ended_on ? ([[labelOf(t, 'subscription', 'ended_on'), day(ended_on)]] as const) : []),
        ...(open > 0
          ? ([[labelOf(t, 'subscription', 'open'), <Money key="open" amount={open} currency={currency} />]] as const)
          : []),
      ]}
    />
  )
}

/** What the next period costs and until when it lasts, where it is a part of a common year that is not invoiced yet. */
function useNextPart(subscription: Row<'subscription'>): string | null {
  const { t } = useTranslation()
  const { day } = useTimes()
  const part = usePart()
  const { period_ends_on, next_invoice_on, cancel_at_end, ended_on, state, anchor_day, unit_amount, currency } =
    subscription
  if (!period_ends_on || !next_invoice_on || cancel_at_end || ended_on) return null
  const begins_on = addDays(period_ends_on, 1)
  const next = periodFrom(subscription, begins_on, state === 'trial' ? undefined : anchor_day)
  if (next.part === next.of) return null
  const period = t('billing:years.period', { from: day(begins_on), until: day(next.ends_on!) })
  const { cost } = costWith(unit_amount, next, discountOf(subscription, state === 'trial'))
  return [toMoney(cost, currency), period, part(next)].join(', ')
}
