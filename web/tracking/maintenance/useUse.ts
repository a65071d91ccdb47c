import { useTranslation } from 'react-i18next'
import type { client } from '../../core/api.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { useDistance } from '../kit/useDistance.ts'

export type Due = Awaited<ReturnType<typeof client.act<'GET maintenance/due'>>>['data'][number]

/** What is used of each measure of a plan, in words and in the person's units. */
export function useUse() {
  const { t } = useTranslation()
  const { day } = useTimes()
  const distance = useDistance()
  const hours = (value: number) => `${Math.round(value)} ${t('units.hours')}`
  const days = (value: number) => t('tracking:maintenance.days', { count: value })
  return {
    /** Of a plan alone. */
    every: ({ every_m, every_h, every_days }: Pick<Due, 'every_m' | 'every_h' | 'every_days'>) =>
      [every_m && distance(every_m), every_h && hours(every_h), every_days && days(every_days)]
        .filter(Boolean)
        .join(', '),
    used: (due: Due) => {
      const of = (used: string, every: string) => t('tracking:maintenance.used', { used, every })
      return [
        due.every_m && of(distance(due.used_m), distance(due.every_m)),
        due.every_h && of(hours(due.used_h), hours(due.every_h)),
        due.every_days && !due.next_on && of(days(due.used_days), days(due.every_days)),
      ]
        .filter(Boolean)
        .join(', ')
    },
    when: ({ due_on, next_on, state }: Due) =>
      next_on && next_on === due_on
        ? `${t('tracking:fields.maintenancedone.next_on')} ${day(next_on)}`
        : due_on && (state === 'ok' || state === 'soon')
          ? t('tracking:maintenance.dueOn', { day: day(due_on) })
          : null,
    done: ({ done_on }: Due) =>
      done_on ? t('tracking:maintenance.doneOn', { day: day(done_on) }) : t('tracking:maintenance.never'),
  }
}
