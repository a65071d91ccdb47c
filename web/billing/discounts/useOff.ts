import { useTranslation } from 'react-i18next'
import { toMoney } from '../../kit/format/money.ts'
import { plain } from '../documents/draft.ts'

/** Says what a code takes off, and off which periods: “20 % off the first period”. */
export function useOff() {
  const { t } = useTranslation()
  return ({ percent, amount, currency, every_period }: Off) => {
    const off = percent === null ? toMoney(amount ?? 0, currency) : `${plain(percent)} %`
    return t(every_period ? 'billing:codes.offEvery' : 'billing:codes.offFirst', { off })
  }
}

type Off = { percent: string | null; amount: number | null; currency: string; every_period: boolean }
