import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#api/client.ts'
import { toMoney } from '../../kit/format/money.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { Money } from '../Money.tsx'
import classes from './Prices.module.css'

/** What new prices would mean: for each product, and what members pay more or less in a year. */
export function Preview({ preview }: { preview: DataOf<'POST pricechange/schedule'> }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('billing:prices.preview')}>
      <ul className={classes.changes}>
        {preview.changes.map((change) => (
          <li key={change.product_id}>
            <div className={classes.line}>
              <b>{change.product_name}</b>
              <span>
                {toMoney(change.old_amount, change.currency)} → <b>{toMoney(change.new_amount, change.currency)}</b>{' '}
                {t(`billing:periods.${change.period}`)}
              </span>
            </div>
            <Text size="sm" c="dimmed">
              {[
                t('billing:prices.concerned', { count: change.members_count }),
                change.invoiced_count > 0 && t('billing:prices.invoiced', { count: change.invoiced_count }),
                change.other_terms_count > 0 && t('billing:prices.otherTerms', { count: change.other_terms_count }),
              ]
                .filter(Boolean)
                .join(' ')}
            </Text>
          </li>
        ))}
      </ul>
      <Facts
        facts={preview.totals.map(({ currency, members_count, difference_a_year }) => [
          t('billing:prices.difference', { currency, count: members_count }),
          <Money key={currency} amount={difference_a_year} currency={currency} strong />,
        ])}
      />
    </section>
  )
}
