import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { toMoney } from '../../kit/format/money.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { labelOf } from '../../kit/forms/labels.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { Money } from '../Money.tsx'

/** The dates and the price of a subscription. */
export function SubscriptionFacts({ subscription }: { subscription: Row<'subscription'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { unit_amount, currency, period, amounts_are, tax_rate, open } = subscription
  const { began_on, period_began_on, period_ends_on, next_invoice_on, ended_on } = subscription
  const tax = Number(tax_rate) > 0 && amounts_are !== 'no_tax' ? t(`billing:taxIs.${amounts_are}`) : ''
  return (
    <Facts
      facts={[
        [
          t('billing:membership.price'),
          [`${toMoney(unit_amount, currency)} ${t(`billing:periods.${period}`)}`, tax].filter(Boolean).join(', '),
        ],
        [t('billing:membership.began'), day(began_on)],
        ...(period_ends_on && !ended_on
          ? ([[t('billing:membership.period'), `${day(period_began_on)} – ${day(period_ends_on)}`]] as const)
          : []),
        ...(next_invoice_on && !ended_on ? ([[t('billing:membership.next'), day(next_invoice_on)]] as const) : []),
        ...(ended_on ? ([[labelOf(t, 'subscription', 'ended_on'), day(ended_on)]] as const) : []),
        ...(open > 0
          ? ([[labelOf(t, 'subscription', 'open'), <Money key="open" amount={open} currency={currency} />]] as const)
          : []),
      ]}
    />
  )
}
