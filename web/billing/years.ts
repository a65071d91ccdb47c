import { useTranslation } from 'react-i18next'

const months = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'] as const

/** Says when a common year begins (`04-01` → 1 April). */
export function useYearDay() {
  const { t } = useTranslation()
  return (year_begins: string) => {
    const [month, day] = year_begins.split('-')
    return t('billing:years.day', { day: Number(day), month: t(`billing:months.${month as (typeof months)[number]}`) })
  }
}

/** Says which part of a common year is paid (243 of 365 days); nothing for all of it. */
export function usePart() {
  const { t } = useTranslation()
  return ({ part, of, unit }: { part: number; of: number; unit: string | null }) =>
    unit === null || part === of ? '' : t(`billing:years.${unit as 'days'}`, { part, of })
}
