import { useTranslation } from 'react-i18next'
import { Page } from '../frame/Page.tsx'
import { useSession } from '../stores/session.ts'
import { Appearance } from './Appearance.tsx'
import { Personal } from './Personal.tsx'

/** How things look is everybody's to choose; the rest belongs to the account. */
export function SettingsPage() {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
  return (
    <Page title={t('settings.title')}>
      <Appearance />
      {user && organisation_id !== null && (
        <Personal key={organisation_id} user={user} organisation_id={organisation_id} />
      )}
    </Page>
  )
}
