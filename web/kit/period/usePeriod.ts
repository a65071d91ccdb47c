import { usePreferences } from '../../core/usePreferences.ts'
import { useAddress } from '../lists/useAddress.ts'
import { withFilters } from '../lists/withFilters.ts'
import { boundsInQuery, type ChangePeriod, type Period, periodInAddress, readPeriod } from './period.ts'

/** The period in the address of a list, how to change it, and its bounds as filters of the API. */
export function usePeriod(): { period: Period | null; setPeriod: (update: ChangePeriod) => void; bounds: InQuery } {
  const { timezone } = usePreferences()
  const [params, change] = useAddress()
  const period = readPeriod(params)
  const setPeriod = (update: ChangePeriod) =>
    change((before) => withFilters(before, periodInAddress(update(readPeriod(before)))))
  return { period, setPeriod, bounds: boundsInQuery(period, timezone, Date.now()) }
}

type InQuery = ReturnType<typeof boundsInQuery>
