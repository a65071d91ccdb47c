import { useTranslation } from 'react-i18next'
import { alarmTexts } from '../../locales/en/common/alarms.ts'

type CommonAlarm = keyof typeof alarmTexts.alarms
/** Alarms with a common name; a device may send words of its own. */
export const knownAlarms = Object.keys(alarmTexts.alarms) as CommonAlarm[]

/** What alarms are called; a device's own word where there is no common name. */
export function useAlarmNames() {
  const { t } = useTranslation()
  const nameOf = (alarm: string | null) => {
    const known = knownAlarms.find((each) => each === alarm)
    return known ? t(`alarms.${known}`) : (alarm ?? '').replaceAll('_', ' ')
  }
  /** The alarm of a name, or of a word that a person has entered. */
  const alarmOf = (name: string): string => {
    const word = name.trim().toLowerCase()
    return knownAlarms.find((alarm) => nameOf(alarm).toLowerCase() === word) ?? word.replaceAll(' ', '_')
  }
  return { nameOf, alarmOf }
}
