import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useFeatures } from '../../core/rights.ts'
import { useSession } from '../../core/session.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageTabs, useTab } from '../../kit/page/PageTabs.tsx'
import { Accounts } from './Accounts.tsx'
import { Deleted } from './Deleted.tsx'
import { Invitations } from './Invitations.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { Members } from './Members.tsx'

const parts = { members: Members, accounts: Accounts, invitations: Invitations, deleted: Deleted }
const tabs = ['members', 'accounts', 'invitations', 'deleted'] as const

/** Members, managed accounts and invitations of the organisation. */
export function UsersPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [tab, setTab] = useTab(tabs)
  const has_cpd = useFeatures().includes('cpd')
  const [inviting, setInviting] = useState(false)
  const Shown = parts[tab]
  return (
    <Page
      title={t('people:users.title')}
      width="full"
      actions={
        <>
          {has_cpd && (
            <Button component={Link} to={paths.cpdImport({ kind: 'people' })} variant="default">
              {t('people:users.import')}
            </Button>
          )}
          <Button component={Link} to={paths.user()} variant="default">
            {t('people:user.new')}
          </Button>
          <Button onClick={() => setInviting(true)}>{t('people:users.invite')}</Button>
        </>
      }
    >
      <PageTabs tabs={tabs} tab={tab} setTab={setTab} label={(name) => t(`people:users.${name}`)} />
      <Shown key={`${tab} ${organisation_id}`} organisation_id={organisation_id} />
      {inviting && <InviteDialog organisation_id={organisation_id} close={() => setInviting(false)} />}
    </Page>
  )
}
