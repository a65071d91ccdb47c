import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { toMoney } from '../../kit/format/money.ts'
import { labelOf } from '../../kit/forms/labels.ts'
import { plain } from '../documents/draft.ts'
import { Money } from '../Money.tsx'
import classes from './Quotes.module.css'

/** What is offered, and what it comes to. */
export function QuoteLines({ quote }: { quote: Offered }) {
  const { t } = useTranslation()
  const { lines, currency, digits, amounts_are, net, tax, gross, deposit } = quote
  return (
    <>
      <ul className={classes.lines}>
        {lines.map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a quote do not change their order
          <li key={i}>
            <span>
              {line.description || line.item_code}
              <Text size="sm" c="dimmed">
                {`${plain(line.quantity)} × ${plain(line.unit_price, digits)}`}
                {Number(line.discount) > 0 && ` − ${plain(line.discount)} %`}
                {line.tax_name && ` · ${line.tax_name}`}
              </Text>
            </span>
            <Money amount={amounts_are === 'inclusive' ? line.gross : line.net} currency={currency} />
          </li>
        ))}
      </ul>
      <Text ta="end">
        {tax !== 0 && (
          <Text size="sm" c="dimmed" span display="block">
            {`${t('billing:invoice.net')} ${toMoney(net, currency)} · ${t('billing:invoice.tax')} ${toMoney(tax, currency)}`}
          </Text>
        )}
        <b>
          {t('billing:quotes.page.total', { currency })} <Money amount={gross} currency={currency} strong />
        </b>
        {deposit > 0 && (
          <Text size="sm" span display="block">
            {labelOf(t, 'quote', 'deposit')}: {t('billing:quotes.depositOf', { amount: toMoney(deposit, currency) })}
          </Text>
        )}
      </Text>
    </>
  )
}

type Line = {
  item_code: string
  description: string
  quantity: string
  unit_price: string
  discount: string
  tax_name: string
  net: number
  gross: number
}
type Offered = {
  lines: Line[]
  currency: string
  digits: number
  amounts_are: string
  net: number
  tax: number
  gross: number
  deposit: number
}
