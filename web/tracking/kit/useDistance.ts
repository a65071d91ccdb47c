import { useTranslation } from 'react-i18next'
import { toDistance } from '../../core/units.ts'
import { usePreferences } from '../../core/usePreferences.ts'

/** Distances in the user's units: kilometres, miles or nautical miles. */
export function useDistance(): (metres: number) => string {
  const { t, i18n } = useTranslation()
  const { units } = usePreferences()
  return (metres) => {
    const value = toDistance(metres, units)
    const digits = value < 99.95 ? 1 : 0
    const figures = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    return t(`tracking:distance.${units}`, { value: value.toLocaleString(i18n.language, figures) })
  }
}
