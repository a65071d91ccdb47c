import { useTranslation } from 'react-i18next'
import { fromDistance, fromSpeed, toDistance, toLength, toSpeed } from '../../core/units.ts'
import { usePreferences } from '../../core/usePreferences.ts'

/** Speeds and lengths in the user's units; as figures alone, where the heading of a column has the unit. */
export function useUnits(): Units {
  const { t } = useTranslation()
  const { units } = usePreferences()
  return {
    speed: (metresPerSecond) => t(`units.speed.${units}`, { value: toSpeed(metresPerSecond, units) }),
    speedFigure: (metresPerSecond) => toSpeed(metresPerSecond, units),
    toMetresPerSecond: (speed) => fromSpeed(speed, units),
    speedUnit: t(`units.speed.${units}`, { value: '' }).trim(),
    distanceFigure: (metres) => Math.round(toDistance(metres, units) * 10) / 10,
    toMetres: (distance) => fromDistance(distance, units),
    distanceUnit: t(`units.distance.${units}`, { value: '' }).trim(),
    distance(metres) {
      const far = toDistance(metres, units)
      if (far < 1) return `${toLength(metres, units)} ${units === 'imperial' ? 'ft' : 'm'}`
      return t(`units.distance.${units}`, { value: far < 10 ? Math.round(far * 10) / 10 : Math.round(far) })
    },
    length: (metres) => toLength(metres, units),
    lengthUnit: units === 'imperial' ? 'ft' : 'm',
    accuracy: (metres) => t(`units.accuracy.${units}`, { value: toLength(metres, units) }),
  }
}

type Units = {
  speed: (metresPerSecond: number) => string
  speedFigure: (metresPerSecond: number) => number
  toMetresPerSecond: (speed: number) => number
  speedUnit: string
  distanceFigure: (metres: number) => number
  /** In metres or feet where it is less than a kilometre, a mile or a nautical mile. */
  distance: (metres: number) => string
  toMetres: (distance: number) => number
  distanceUnit: string
  length: (metres: number) => number
  lengthUnit: string
  accuracy: (metres: number) => string
}
