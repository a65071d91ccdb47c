import { useTranslation } from 'react-i18next'
import { Page } from '../../kit/page/Page.tsx'
import { OAuthClients } from './OAuthClients.tsx'
import { Providers } from './Providers.tsx'

/** Where people of all organisations may sign in elsewhere. */
export function InstallationProvidersPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('organisations:providers.installation')} width="record">
      <Providers organisation_id={null} />
      <OAuthClients />
    </Page>
  )
}
