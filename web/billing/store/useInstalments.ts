import { useTranslation } from 'react-i18next'
import { planInstalments } from '#api/billing/money/instalments.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { toMoney } from '../../kit/format/money.ts'
import { dayOf } from '../../kit/format/zoned.ts'
import type { StoreProduct } from './store.ts'

/** Says which instalments who subscribes today pays: of a part of a year those that fit into it. */
export function useInstalments() {
  const { t } = useTranslation()
  const { timezone } = usePreferences()
  return (product: StoreProduct, gross = product.first?.gross ?? product.gross) => {
    const { instalments: count, instalment_every: every, currency, first } = product
    const first_on = first?.begins_on ?? dayOf(Date.now(), timezone)
    const parts = planInstalments({ total: gross, count, every, first_on, before: first?.ends_on ?? null })
    const [one, next] = parts
    if (!one || !next) return ''
    return t(`billing:instalments.pays.${every}`, {
      count: parts.length,
      first: toMoney(one.amount, currency),
      each: toMoney(next.amount, currency),
    })
  }
}
