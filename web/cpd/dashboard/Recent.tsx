import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Section } from '../../kit/page/Section.tsx'
import { recentActivitiesOf } from './plans.ts'

/** The newest activities of the person. */
export function Recent({ organisation_id, user_id }: { organisation_id: number; user_id: number }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { data: activities } = useQuery(recentActivitiesOf(organisation_id, user_id))
  if (!activities) return null
  return (
    <Section title={t('cpd:dashboard.recentActivities')}>
      {activities.length === 0 ? (
        <Text c="dimmed">{t('cpd:activities.empty')}</Text>
      ) : (
        <>
          <div>
            {activities.map(({ id, target, completed_on, hours }) => (
              <div key={id}>
                <Link to={paths.activity({ id })}>{target || t('cpd:activities.untitled')}</Link>{' '}
                <Text span c="dimmed" size="sm">
                  {[completed_on && day(completed_on), t('cpd:hours', { hours })].filter(Boolean).join(' · ')}
                </Text>
              </div>
            ))}
          </div>
          <div>
            <Link to={paths.activities()}>{t('cpd:dashboard.allActivities')}</Link>
          </div>
        </>
      )}
    </Section>
  )
}
