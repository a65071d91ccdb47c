import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Permissions } from './Permissions.tsx'
import { Roles } from './Roles.tsx'

/** What the person may see and change in the current organisation, and what each role is for. */
export function PermissionsPage() {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
  const membership = user?.memberships.find((each) => each.organisation_id === organisation_id)
  return (
    <Page title={t('people:permissions.title')}>
      <Section text={t('people:permissions.text', { organisation: membership?.organisation_name ?? '' })}>
        {organisation_id !== null && <Permissions organisation_id={organisation_id} />}
      </Section>
      <Section title={t('people:permissions.roles')}>
        <Roles current={user?.platform_admin ? 'Platform administrator' : (membership?.role_name ?? null)} />
      </Section>
    </Page>
  )
}
