import { Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { Result } from '../dashboard/Result.tsx'
import { statsOf } from '../kit/queries.ts'

const Charts = lazy(() => import('../charts/Charts.tsx'))

/** What another person has reached in the cycle of their plan, for supervisors and administrators. */
export function PersonResult({ plan }: { plan: Row<'devplan'> }) {
  const { t } = useTranslation()
  const { organisation_id, user_id, devcycle_id } = plan
  const { data: stats, isError } = useQuery(statsOf(organisation_id, user_id, devcycle_id))
  if (isError) return null
  if (!stats) return <Skeleton height={160} mb="lg" />
  return (
    <section>
      <Title order={2} size="h5" mb="sm">
        {t('cpd:plan.result')}
      </Title>
      <Result stats={stats} />
      <Suspense>
        <Charts organisation_id={organisation_id} user_id={user_id} cycle_id={devcycle_id} />
      </Suspense>
    </section>
  )
}
