import { addDays } from '../format/zoned.ts'

/** Days and times as people type them, in their own clock: `2026-11-24`, `2026-11-24T08:00` and `08:00`. Pure functions. */

const months = 'january february march april may june july august september october november december'.split(' ')
const time = String.raw`(\d{1,2}[:.h]\d{2}(?::\d{2})?\s*(?:[ap]m)?|\d{1,2}\s*[ap]m)`

/**
 * Reads a day: 24/11/2026, 24.11.26, 2026-11-24, 24112026, 24 Nov 2026, Nov 24. The day comes before the month; without
 * its year it is one of today's.
 *
 * @returns null for what is no day
 */
export function parseDay(text: string, today: string): string | null {
  const typed = text.trim().toLowerCase()
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(typed)
  if (iso) return toDay(iso[1]!, Number(iso[2]), iso[3]!, today)
  const numbers = /^(\d{1,2})[-/. ](\d{1,2})[-/. ]?(\d{4}|\d{2})?$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(typed)
  if (numbers) return toDay(numbers[3], Number(numbers[2]), numbers[1]!, today)
  const words = /^(\d{1,2})\.? ?([a-z]{3,})[.,]? ?(\d{4}|\d{2})?$/.exec(typed)
  if (words) return toDay(words[3], monthOf(words[2]!), words[1]!, today)
  const american = /^([a-z]{3,})\.? (\d{1,2})(?:,? (\d{4}))?$/.exec(typed)
  return american && toDay(american[3], monthOf(american[1]!), american[2]!, today)
}

/** Reads a time: 8:00, 08.00, 0800, 8, 8 pm. */
export function parseTime(text: string): string | null {
  const found = /^(\d{1,2})(?:[:.h]?(\d{2}))?(?::\d{2})?\s*([ap]m)?$/.exec(text.trim().toLowerCase())
  if (!found) return null
  const [, hours, minutes = '00', half] = found
  let hour = Number(hours)
  if (half && (hour < 1 || hour > 12)) return null
  if (half) hour = (hour % 12) + (half === 'pm' ? 12 : 0)
  if (hour > 23 || Number(minutes) > 59) return null
  return `${String(hour).padStart(2, '0')}:${minutes}`
}

/** Reads a day with a time, or a day, which begins then. */
export function parseLocal(text: string, today: string): string | null {
  const parts = new RegExp(`^(.+?)(?:[, ]+|(?<=\\d)t)${time}$`, 'i').exec(text.trim())
  const day = parseDay(parts?.[1] ?? text, today)
  const at = parts ? parseTime(parts[2]!) : '00:00'
  return day && at && `${day}T${at}`
}

/** Whether a text that is typed cannot become another day or moment by its next character. */
export function isWhole(text: string, with_time: boolean): boolean {
  const has_time = /[,t ]\s*\d{1,2}:\d{2}\s*$/i.test(text)
  const day = text.trim().replace(/[,tT ]+\d{1,2}:\d{2}$/, '')
  return has_time === with_time && /(^\d{4}-\d{2}-\d{2}|[^\d]\d{4})$/.test(day)
}

function toDay(year: string | undefined, month: number, day: string, today: string): string | null {
  const full = year === undefined ? today.slice(0, 4) : year.length === 2 ? `20${year}` : year
  const text = `${full}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return month >= 1 && month <= 12 && addDays(text, 0) === text ? text : null
}

const monthOf = (word: string) => months.findIndex((month) => month.startsWith(word)) + 1
