import { useTranslation } from 'react-i18next'
import { useTimes } from '../format/useTimes.ts'
import { choiceOf } from '../forms/labels.ts'

/** A value as people read it: times in their timezone, the API's words as words, nothing as nothing. */
export function useCell(): (name: string, value: unknown) => string {
  const { t } = useTranslation()
  const { moment, day } = useTimes()
  return (name, value) => {
    if (value === null || value === undefined) return ''
    if (typeof value === 'boolean') return choiceOf(t, value ? 'yes' : 'no')
    if (Array.isArray(value)) return value.join(', ')
    if (name.endsWith('_at') || isTime(value)) return moment(String(value))
    if (isDay(value)) return day(String(value))
    return typeof value === 'string' ? choiceOf(t, value) : String(value)
  }
}

const isTime = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value)
const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
