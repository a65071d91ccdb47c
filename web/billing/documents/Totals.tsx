import { useTranslation } from 'react-i18next'
import { Money } from '../Money.tsx'
import { plain } from './draft.ts'
import classes from './Totals.module.css'

/** The sums of an invoice with the tax of each rate, and what of it is still open. */
export function Totals({ net, tax, gross, paid = 0, taxes, currency, is_credit = false }: Props) {
  const { t } = useTranslation()
  const taxed = taxes.filter((each) => each.tax !== 0)
  return (
    <dl className={classes.totals} aria-label={t('billing:invoice.totals')}>
      <Line name={t('billing:invoice.net')} amount={net} currency={currency} />
      {taxed.map(({ name, rate, tax: amount }) => (
        <Line
          key={`${name} ${rate}`}
          name={name || t('billing:invoice.taxOf', { rate: plain(rate) })}
          amount={amount}
          currency={currency}
        />
      ))}
      {taxed.length !== 1 && <Line name={t('billing:invoice.tax')} amount={tax} currency={currency} />}
      <Line name={t('billing:invoice.gross', { currency })} amount={gross} currency={currency} is_sum />
      {paid !== 0 && (
        <>
          <Line
            name={t(is_credit ? 'billing:invoice.used' : 'billing:invoice.paid')}
            amount={-paid}
            currency={currency}
          />
          <Line name={t('billing:invoice.open')} amount={gross - paid} currency={currency} is_sum />
        </>
      )}
    </dl>
  )
}

function Line({ name, amount, currency, is_sum }: { name: string; amount: number; currency: string; is_sum?: true }) {
  return (
    <div data-sum={is_sum}>
      <dt>{name}</dt>
      <dd>
        <Money amount={amount} currency={currency} />
      </dd>
    </div>
  )
}

/** Amounts in minor units. */
type Props = {
  net: number
  tax: number
  gross: number
  paid?: number
  taxes: { name: string; rate: string; tax: number }[]
  currency: string
  is_credit?: boolean
}
