import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toMoney } from '../../kit/format/money.ts'
import classes from './ProductCards.module.css'
import type { StoreProduct } from './store.ts'
import { useFirst } from './useFirst.ts'
import { useInstalments } from './useInstalments.ts'

/** What is for sale, each with its price as it is paid. */
export function ProductCards({ products, action }: Props) {
  const { t } = useTranslation()
  const sayFirst = useFirst()
  const inParts = useInstalments()
  return (
    <ul className={classes.cards}>
      {products.map((product) => {
        const { id, name, description, gross, tax, currency, period, trial_days, trial_available } = product
        return (
          <li key={id} className={classes.card} data-current={product.subscription !== null || undefined}>
            <Title order={3} size="h5">
              {name}
            </Title>
            <div>
              <p className={classes.price}>
                {toMoney(gross, currency)} <span>{t(`billing:periods.${period}`)}</span>
              </p>
              <p className={classes.small}>
                {tax > 0 ? t('billing:store.withTax', { tax: toMoney(tax, currency) }) : t('billing:store.noTax')}
              </p>
              {product.first && !product.subscription && <p className={classes.first}>{sayFirst(product)}</p>}
            </div>
            {product.instalments > 1 && <p className={classes.small}>{inParts(product)}</p>}
            {trial_days > 0 && trial_available && (
              <p className={classes.small}>{t('billing:store.trial', { count: trial_days })}</p>
            )}
            {product.opening === 'on_payment' && <p className={classes.small}>{t('billing:store.onPayment')}</p>}
            <p className={classes.text}>{description}</p>
            {action(product)}
          </li>
        )
      })}
    </ul>
  )
}

type Props = { products: StoreProduct[]; action: (product: StoreProduct) => ReactNode }
