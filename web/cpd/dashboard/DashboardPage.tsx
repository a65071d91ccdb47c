import { Alert, Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError } from '#api/client.ts'
import { sentenceOf } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { statsOf } from '../kit/queries.ts'
import { myPlansOf } from './plans.ts'
import { Recent } from './Recent.tsx'
import { Result } from './Result.tsx'
import { Waiting } from './Waiting.tsx'

/** What the person has reached in the cycle of `?cycle=`, or the current one, what is missing, and what is newest. */
export function DashboardPage() {
  const { t } = useTranslation()
  const { organisation_id, user } = useSession()
  const [params, change] = useAddress()
  const of = [organisation_id!, user!.id] as const
  const cycle_id = Number(params.get('cycle')) || null
  const { data: plans = [] } = useQuery(myPlansOf(...of))
  const { data: stats, error } = useQuery(statsOf(...of, cycle_id))
  const has_none = error instanceof ApiError && error.status === 404
  if (!stats && !error) return <PageLoader />
  const current = stats?.cycle_id
  return (
    <Page
      title={t('cpd:dashboard.title')}
      wide
      actions={
        <Button component={Link} to={paths.activityEdit()}>
          {t('cpd:activities.add')}
        </Button>
      }
    >
      {plans.length > 1 && (
        <NativeSelect
          label={t('cpd:dashboard.cycle')}
          maw={320}
          mb="md"
          value={current ?? ''}
          data={plans.map(({ devcycle_id, cycle }) => ({ value: String(devcycle_id), label: cycle }))}
          onChange={({ currentTarget }) => change((before) => withFilters(before, { cycle: currentTarget.value }))}
        />
      )}
      <Waiting organisation_id={of[0]} />
      {has_none ? (
        <Alert color="blue" mb="lg">
          {t('cpd:dashboard.noCycle')}
        </Alert>
      ) : stats ? (
        <Result stats={stats} />
      ) : (
        <Alert color="red">{sentenceOf(error) ?? t('form.loadFailed')}</Alert>
      )}
      <Recent organisation_id={of[0]} user_id={of[1]} />
    </Page>
  )
}
