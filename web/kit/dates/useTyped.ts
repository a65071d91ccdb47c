import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../core/usePreferences.ts'
import { toDay } from '../format/format.ts'
import { dayOf } from '../format/zoned.ts'
import { isWhole, parseDay, parseLocal } from './dates.ts'

/** The text of a date field: the value in the person's format, or what is typed until the field is left. */
export function useTyped({ value, onChange, with_time, min, max, required }: Field) {
  const { t, i18n } = useTranslation()
  const { timezone, date_format } = usePreferences()
  const [typed, setTyped] = useState<string | null>(null)
  const [is_wrong, setWrong] = useState(false)
  const given = useRef(value)
  const today = dayOf(Date.now(), timezone)
  const parse = (text: string) => (with_time ? parseLocal(text, today) : parseDay(text, today))
  const textOf = (local: string) => {
    if (local === '') return ''
    // Months are read by their English names only.
    const as_chosen = date_format !== 'friendly' || i18n.language === 'en'
    const day = toDay(local.slice(0, 10), as_chosen ? date_format : 'numeric')
    return with_time ? `${day} ${local.slice(11, 16)}` : day
  }
  const text = typed ?? textOf(value)

  useEffect(() => {
    if (value === given.current) return
    given.current = value
    setTyped(null)
    setWrong(false)
  }, [value])

  function read(text: string): string | null {
    if (text.trim() === '') return required ? null : ''
    const local = parse(text)
    return local !== null && ((min && local < min) || (max && local > max)) ? null : local
  }
  function change(local: string) {
    given.current = local
    if (local !== value) onChange(local)
  }
  function type(text: string) {
    setTyped(text)
    setWrong(false)
    const local = read(text)
    if (local !== null && (local === '' || isWhole(text, with_time))) change(local)
  }
  /** Takes what is typed, where it is a date. */
  function leave() {
    if (typed === null) return
    const local = read(typed)
    setWrong(local === null)
    if (local !== null) setTyped(null)
    if (local !== null || !required) change(local ?? '')
  }
  function choose(local: string) {
    setWrong(false)
    setTyped(null)
    change(local)
  }
  function wrongText(): string {
    const local = parse(text)
    if (local === null) return with_time ? t('dates.noMoment') : t('dates.noDay')
    return min && local < min
      ? t('dates.tooEarly', { day: textOf(min) })
      : t('dates.tooLate', { day: textOf(max ?? '') })
  }
  return { text, today, type, leave, choose, error: is_wrong ? wrongText() : undefined }
}

export type Field = {
  value: string
  onChange: (local: string) => void
  with_time: boolean
  min: string | undefined
  max: string | undefined
  required: boolean
}
