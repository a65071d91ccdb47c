import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { Section } from '../../kit/page/Section.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { refdataOf } from '../kit/queries.ts'

/** The hours in each category, and what they count there. */
export function Split({ activity }: { activity: Row<'devactivity'> }) {
  const { t } = useTranslation()
  const { data: refdata } = useQuery(refdataOf(activity.organisation_id))
  if (activity.credits.length === 0) return null
  const nameOf = (id: number, code: string) => refdata?.categories.find((each) => each.id === id)?.name ?? code
  return (
    <Section title={t('cpd:split.label')}>
      <Facts
        facts={activity.credits.map(({ devcategory_id, code, hours, credit }) => [
          nameOf(devcategory_id, code),
          credit === hours ? t('cpd:hours', { hours }) : t('cpd:split.counts', { hours, credit }),
        ])}
      />
    </Section>
  )
}
