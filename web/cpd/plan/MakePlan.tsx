import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Notice } from '../kit/Notice.tsx'
import { PlanQualifications } from './PlanQualifications.tsx'
import { planOf } from './queries.ts'

/** A person who has no plan for a cycle yet: an administrator makes it, to decide on their registration. */
export function MakePlan({ user_id, cycle_id }: { user_id: number; cycle_id: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { busy, run } = useAction({ changes: ['devplan'] })
  const { data: plan } = useQuery(planOf(organisation_id, user_id, cycle_id))
  const open = (id: number) => navigate(paths.plan({ id }), { replace: true })
  const make = () =>
    run(async () => {
      const { data } = await client.create('devplan', { organisation_id, user_id, devcycle_id: cycle_id })
      open(data.id)
    })
  return (
    <Page title={t('cpd:plan.title')}>
      <Notice tone="info">{t(plan ? 'cpd:plan.thereIs' : 'cpd:plan.notYet')}</Notice>
      <Button my="md" loading={busy} onClick={plan ? () => open(plan.id) : make}>
        {t(plan ? 'cpd:plan.open' : 'cpd:plan.make')}
      </Button>
      <PlanQualifications organisation_id={organisation_id} user_id={user_id} />
    </Page>
  )
}
