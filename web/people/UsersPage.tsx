import { Button, Tabs } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Page } from '../frame/Page.tsx'
import { useSession } from '../stores/session.ts'
import { Accounts } from './Accounts.tsx'
import { Invitations } from './Invitations.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { Members } from './Members.tsx'

const tabs = { members: Members, accounts: Accounts, invitations: Invitations }
type Tab = keyof typeof tabs

/** Who belongs to the organisation, the accounts that one runs, and who was asked to come. */
export function UsersPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [params, setParams] = useSearchParams()
  const [inviting, setInviting] = useState(false)
  const wanted = params.get('tab') ?? 'members'
  const tab: Tab = wanted in tabs ? (wanted as Tab) : 'members'
  const Shown = tabs[tab]
  return (
    <Page
      title={t('people.title')}
      wide
      actions={<Button onClick={() => setInviting(true)}>{t('people.invite')}</Button>}
    >
      <Tabs value={tab} onChange={(value) => setParams(value && value !== 'members' ? { tab: value } : {})} mb="md">
        <Tabs.List>
          {(Object.keys(tabs) as Tab[]).map((value) => (
            <Tabs.Tab key={value} value={value}>
              {t(`people.${value}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Shown key={`${tab} ${organisation_id}`} organisation_id={organisation_id} />
      {inviting && <InviteDialog organisation_id={organisation_id} close={() => setInviting(false)} />}
    </Page>
  )
}
