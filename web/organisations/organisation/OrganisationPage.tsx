import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageTabs, useTab } from '../../kit/page/PageTabs.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { InviteDialog } from '../../people/users/InviteDialog.tsx'
import { Channels } from '../channels/Channels.tsx'
import { Domains } from '../providers/Domains.tsx'
import { Providers } from '../providers/Providers.tsx'
import { Webhooks } from '../webhooks/Webhooks.tsx'
import { AuditLog } from './AuditLog.tsx'
import { DataLocks } from './DataLocks.tsx'
import { OrganisationConfig } from './OrganisationConfig.tsx'
import { OrganisationDetails, OrganisationFacts } from './OrganisationDetails.tsx'
import { OrganisationWebsite } from './OrganisationWebsite.tsx'
import { ReportForwards } from './ReportForwards.tsx'
import { UsageFigures } from './UsageFigures.tsx'

const tabs = ['details', 'alerts', 'website', 'lock', 'log', 'usage', 'forwarding', 'webhooks', 'signin'] as const

/** The current organisation, or that of `?id=`; read-only for users who do not administer it. */
export function OrganisationPage() {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
  const record = useRecord('organisation', { fallback_id: organisation_id })
  const id = record.id!
  const membership = user?.memberships.find((each) => each.organisation_id === id)
  const tracks = (membership?.features ?? ['tracking']).includes('tracking')
  // These are of trackers.
  const shown = tabs.filter((name) => tracks || (name !== 'alerts' && name !== 'webhooks'))
  const [tab, setTab] = useTab(shown)
  const [inviting, setInviting] = useState(false)
  const administers = user?.platform_admin || membership?.role_is_admin
  const invite = user?.platform_admin && (
    <Button variant="default" onClick={() => setInviting(true)}>
      {t('organisations:organisation.invite')}
    </Button>
  )
  return (
    <Loaded
      query={record}
      title={t('organisations:organisation.title')}
      missing={t('organisations:organisation.title')}
    >
      {(organisation) =>
        administers ? (
          <Page title={organisation.name} width="record" actions={invite}>
            <PageTabs
              tabs={shown}
              tab={tab}
              setTab={setTab}
              label={(name) => t(`organisations:organisation.tabs.${name}`)}
            />
            {tab === 'details' && <OrganisationDetails key={organisation.modified_at} organisation={organisation} />}
            {tab === 'alerts' && <OrganisationConfig key={id} organisation_id={id} />}
            {tab === 'website' && <OrganisationWebsite key={id} organisation_id={id} />}
            {tab === 'lock' && <DataLocks key={id} organisation_id={id} />}
            {tab === 'log' && <AuditLog key={id} organisation_id={id} />}
            {tab === 'usage' && <UsageFigures key={id} organisation_id={id} />}
            {tab === 'forwarding' && <ReportForwards key={id} organisation_id={id} />}
            {tab === 'signin' && <Providers key={id} organisation_id={id} />}
            {tab === 'signin' && <Domains key={`domains ${id}`} organisation_id={id} />}
            {tab === 'webhooks' && <Channels key={`channels ${id}`} organisation_id={id} />}
            {tab === 'webhooks' && <Webhooks key={id} organisation_id={id} />}
            {inviting && (
              <InviteDialog organisation_id={id} role_name="Administrator" close={() => setInviting(false)} />
            )}
          </Page>
        ) : (
          <Page title={organisation.name}>
            <OrganisationFacts organisation={organisation} />
          </Page>
        )
      }
    </Loaded>
  )
}
