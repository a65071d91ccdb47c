import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toSize } from '../../kit/format/size.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { Quotas } from './Quotas.tsx'
import { type HistoryCheck, usageOf } from './usage.ts'

const counts = ['users', 'trackers', 'boundaries', 'locations', 'alerts_open'] as const

/** An organisation's usage in numbers. */
export function UsageFigures({ organisation_id }: { organisation_id: number }) {
  const { t, i18n } = useTranslation()
  const times = useTimes()
  const { data: usage, isError } = useQuery({ ...usageOf(organisation_id), staleTime: 0 })
  if (isError) return <Alert color="red">{t('form.loadFailed')}</Alert>
  if (!usage) return <PageLoader />
  const number = (value: number) => value.toLocaleString(i18n.language)
  const historyOf = ({ checked_at, days, problems }: HistoryCheck) =>
    problems > 0
      ? t('organisations:organisation.usage.differs', { count: problems, at: times.moment(checked_at) })
      : t('organisations:organisation.usage.unchanged', { count: days, at: times.moment(checked_at) })
  const check = usage.history_check
  const about = (value: string) => t('organisations:organisation.usage.about', { value })
  return (
    <>
      <Facts
        facts={[
          ...counts.map((name) => [t(`organisations:organisation.usage.${name}`), number(usage[name])] as const),
          [
            t('organisations:organisation.usage.events'),
            usage.events_are_estimated ? about(number(usage.events)) : number(usage.events),
          ],
          [t('organisations:organisation.usage.storage'), about(toSize(usage.storage_bytes))],
          [
            t('organisations:organisation.usage.history'),
            check ? historyOf(check) : t('organisations:organisation.usage.unchecked'),
          ],
        ]}
      />
      <Quotas key={String(usage.trusted)} organisation_id={organisation_id} usage={usage} />
    </>
  )
}
