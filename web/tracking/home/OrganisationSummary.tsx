import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../core/usePreferences.ts'
import { usageOf, usageOfDays } from '../../organisations/organisation/usage.ts'
import { Bars } from './Bars.tsx'
import classes from './Home.module.css'

/** An organisation's usage, and its events and alerts of the last two weeks. */
export function OrganisationSummary({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { timezone } = usePreferences()
  const { data, isError } = useQuery(usageOfDays(organisation_id, timezone))
  const count = (of: 'events' | 'alerts') => data?.map((day) => ({ day: day.day, count: day[of] }))
  return (
    <section aria-labelledby="organisation-summary">
      <Title order={2} size="h5" id="organisation-summary" mt="lg" mb="sm">
        {t('tracking:home.organisation')}
      </Title>
      <Numbers organisation_id={organisation_id} />
      <div className={classes.charts}>
        <Bars title={t('tracking:home.reports')} days={count('events')?.slice(-7)} failed={isError} />
        <Bars title={t('tracking:home.alertsADay')} days={count('alerts')} failed={isError} warning />
      </div>
    </section>
  )
}

function Numbers({ organisation_id }: { organisation_id: number }) {
  const { t, i18n } = useTranslation()
  const { data } = useQuery(usageOf(organisation_id))
  if (!data) return null
  const number = (value: number) => value.toLocaleString(i18n.language)
  const events = number(data.events)
  return (
    <dl className={classes.numbers}>
      <Number_ name={t('tracking:home.trackers')}>{number(data.trackers)}</Number_>
      <Number_ name={t('tracking:home.boundaries')}>{number(data.boundaries)}</Number_>
      <Number_ name={t('tracking:home.members')}>{number(data.users)}</Number_>
      <Number_ name={t('tracking:home.events')}>
        {data.events_are_estimated ? t('tracking:home.about', { number: events }) : events}
      </Number_>
    </dl>
  )
}

function Number_({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
