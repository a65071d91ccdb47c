import { Alert, Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { sentenceOf } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { currentCyclesOf, statsOf } from '../kit/queries.ts'
import { Unsent } from '../kit/Unsent.tsx'
import { useManages } from '../kit/useManages.ts'
import { College } from './College.tsx'
import { CpdRole } from './CpdRole.tsx'
import { Dates } from './Dates.tsx'
import { NoCycle } from './NoCycle.tsx'
import { myPlansOf } from './plans.ts'
import { Recent } from './Recent.tsx'
import { Result } from './Result.tsx'
import { Waiting } from './Waiting.tsx'

const Charts = lazy(() => import('../charts/Charts.tsx'))

/** What the person has reached in the cycle of `?cycle=`, or the current one, what is missing, and what is newest. */
export function DashboardPage() {
  const { t } = useTranslation()
  const { organisation_id, user } = useSession()
  const administers = useManages(organisation_id!)
  const [params, change] = useAddress()
  const of = [organisation_id!, user!.id] as const
  const cycle_id = Number(params.get('cycle')) || null
  const { data: plans = [] } = useQuery(myPlansOf(...of))
  const { data: cycles, error: failed } = useQuery(currentCyclesOf(of[0]))
  const has_none = cycle_id === null && cycles?.length === 0
  const asks = cycle_id !== null || (cycles?.length ?? 0) > 0
  const { data: stats, error: refused } = useQuery({ ...statsOf(...of, cycle_id), enabled: asks })
  const error = failed ?? refused
  if (!stats && !error && !has_none) return <PageLoader />
  const current = stats?.cycle_id
  return (
    <Page
      title={t('cpd:dashboard.title')}
      width="full"
      actions={
        <Button component={Link} to={paths.activityEdit()} variant={has_none ? 'default' : 'filled'}>
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
      <Unsent kinds={['devactivity', 'procedure']} />
      {administers && <College organisation_id={of[0]} />}
      <CpdRole organisation_id={of[0]} />
      <Waiting organisation_id={of[0]} />
      {has_none ? (
        <NoCycle organisation_id={of[0]} />
      ) : stats ? (
        <>
          <Result stats={stats} />
          <Dates organisation_id={of[0]} />
          <Suspense>
            <Charts organisation_id={of[0]} user_id={of[1]} cycle_id={stats.cycle_id} />
          </Suspense>
        </>
      ) : (
        <Alert color="red">{sentenceOf(error) ?? t('form.loadFailed')}</Alert>
      )}
      {!stats && <Dates organisation_id={of[0]} />}
      <Recent organisation_id={of[0]} user_id={of[1]} hide_empty={has_none} />
    </Page>
  )
}
