import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { PageTabs, useTab } from '../../kit/page/PageTabs.tsx'
import { InviteDialog } from '../../people/users/InviteDialog.tsx'
import { AuditLog } from './AuditLog.tsx'
import { DataLocks } from './DataLocks.tsx'
import { OrganisationConfig } from './OrganisationConfig.tsx'
import { OrganisationDetails, OrganisationFacts } from './OrganisationDetails.tsx'
import { UsageFigures } from './UsageFigures.tsx'

const tabs = ['details', 'alerts', 'lock', 'log', 'usage'] as const

/** The current organisation, or that of `?id=`; read-only for users who do not administer it. */
export function OrganisationPage() {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
  const id = Number(useSearchParams()[0].get('id')) || organisation_id!
  const [tab, setTab] = useTab(tabs)
  const [inviting, setInviting] = useState(false)
  const administers =
    user?.platform_admin || user?.memberships.some((each) => each.organisation_id === id && each.role_is_admin)
  const { data, error } = useQuery({
    queryKey: ['organisation', id],
    queryFn: async () => (await guarded(client.read('organisation', id))).data,
    staleTime: 0,
  })
  if (error) {
    return (
      <Page title={t('organisations:organisation.title')}>
        <Alert color="red">{sentenceOf(error) ?? t('organisations:organisation.title')}</Alert>
      </Page>
    )
  }
  if (!data) return <PageLoader />
  if (!administers) {
    return (
      <Page title={data.name}>
        <OrganisationFacts organisation={data} />
      </Page>
    )
  }
  return (
    <Page
      title={data.name}
      wide
      actions={
        user?.platform_admin && (
          <Button onClick={() => setInviting(true)}>{t('organisations:organisation.invite')}</Button>
        )
      }
    >
      <PageTabs tabs={tabs} tab={tab} setTab={setTab} label={(name) => t(`organisations:organisation.tabs.${name}`)} />
      {tab === 'details' && <OrganisationDetails key={data.modified_at} organisation={data} />}
      {tab === 'alerts' && <OrganisationConfig key={id} organisation_id={id} />}
      {tab === 'lock' && <DataLocks key={id} organisation_id={id} />}
      {tab === 'log' && <AuditLog key={id} organisation_id={id} />}
      {tab === 'usage' && <UsageFigures key={id} organisation_id={id} />}
      {inviting && <InviteDialog organisation_id={id} role_name="Administrator" close={() => setInviting(false)} />}
    </Page>
  )
}
