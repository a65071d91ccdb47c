import { Title } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../core/usePreferences.ts'
import { usageOfDays } from '../../organisations/organisation/usage.ts'
import { Bars } from './Bars.tsx'
import classes from './Home.module.css'

/** An organisation's events and alerts of the last two weeks; requested when they come into view. */
export function OrganisationSummary({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { timezone } = usePreferences()
  const { ref, entry } = useIntersection({ rootMargin: '0px 0px -120px' })
  const { data, isError } = useQuery({
    ...usageOfDays(organisation_id, timezone),
    enabled: entry?.isIntersecting === true,
  })
  const count = (of: 'events' | 'alerts') => data?.map((day) => ({ day: day.day, count: day[of] }))
  return (
    <section ref={ref} aria-labelledby="organisation-summary">
      <Title order={2} size="h5" id="organisation-summary" mt="lg" mb="sm">
        {t('tracking:home.organisation')}
      </Title>
      <div className={classes.charts}>
        <Bars title={t('tracking:home.reports')} days={count('events')?.slice(-7)} failed={isError} />
        <Bars title={t('tracking:home.alertsADay')} days={count('alerts')} failed={isError} warning />
      </div>
    </section>
  )
}
