import { useTranslation } from 'react-i18next'
import { choiceOf } from '../forms/labels.ts'
import { SelectFilter, useFilter } from '../lists/SelectFilter.tsx'
import { PeriodMenu } from './PeriodMenu.tsx'
import { usePeriod } from './usePeriod.ts'

/** The filters of a list of what happened: the period, and the row's `state`. Both are kept in the address. */
export function PeriodAndState<State extends string>({ states, label }: { states: readonly State[]; label: string }) {
  const { t } = useTranslation()
  const { period, setPeriod } = usePeriod()
  return (
    <>
      <SelectFilter name="state" values={states} label={label} textOf={(value) => choiceOf(t, value)} />
      <PeriodMenu value={period} onChange={setPeriod} />
    </>
  )
}

/** What PeriodAndState has chosen, as filters of a list. */
export function usePeriodAndState<State extends string>(states: readonly State[]) {
  const { period, bounds } = usePeriod()
  const [state] = useFilter('state', states)
  return { filters: { ...bounds, ...(state && { state }) }, filtered: Boolean(period || state) }
}
