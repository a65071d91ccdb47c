import { useTranslation } from 'react-i18next'
import { toMoney } from '../../kit/format/money.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { usePart } from '../years.ts'
import type { StoreProduct } from './store.ts'

/** Says what of a common year is paid first, until when, and what each year costs from then on; nothing without one. */
export function useFirst() {
  const { t } = useTranslation()
  const { day } = useTimes()
  const part = usePart()
  return ({ first, gross, currency, trial_available, trial_days }: StoreProduct): string => {
    if (!first) return ''
    const from = trial_available && trial_days > 0 ? 'firstAfterTrial' : 'first'
    const said = t(`billing:store.${from}`, {
      amount: toMoney(first.gross, currency),
      from: day(first.begins_on),
      until: day(first.ends_on),
      part: part(first) && ` (${part(first)})`,
      year: toMoney(gross, currency),
    })
    return said
  }
}
