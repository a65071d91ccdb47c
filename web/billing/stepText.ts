import type { TFunction } from 'i18next'

/** Which step of the plan it is: “7 days after it was due”. */
export function stepText(t: TFunction, days: number): string {
  if (days === 0) return t('billing:reminders.onDay')
  return t(`billing:reminders.${days < 0 ? 'daysBefore' : 'daysAfter'}`, { count: Math.abs(days) })
}
