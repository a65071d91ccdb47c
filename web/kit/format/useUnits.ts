import { useTranslation } from 'react-i18next'
import { toLength, toSpeed } from '../../core/units.ts'
import { usePreferences } from '../../core/usePreferences.ts'

/** Speeds and lengths in the user's units. */
export function useUnits(): { speed: (metresPerSecond: number) => string; accuracy: (metres: number) => string } {
  const { t } = useTranslation()
  const { units } = usePreferences()
  return {
    speed: (metresPerSecond) => t(`units.speed.${units}`, { value: toSpeed(metresPerSecond, units) }),
    accuracy: (metres) => t(`units.accuracy.${units}`, { value: toLength(metres, units) }),
  }
}
