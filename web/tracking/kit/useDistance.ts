import { useTranslation } from 'react-i18next'
import type { Units } from '../../core/units.ts'
import { usePreferences } from '../../core/usePreferences.ts'

const metresOf: Record<Units, number> = { metric: 1000, imperial: 1609.344, nautical: 1852 }

/** Distances in the user's units: kilometres, miles or nautical miles. */
export function useDistance(): (metres: number) => string {
  const { t } = useTranslation()
  const { units } = usePreferences()
  return (metres) => {
    const value = metres / metresOf[units]
    return t(`tracking:distance.${units}`, { value: value < 99.95 ? value.toFixed(1) : Math.round(value) })
  }
}
