import { useTranslation } from 'react-i18next'
import { Page } from '../frame/Page.tsx'
import { useSession } from '../stores/session.ts'
import { Profile } from './Profile.tsx'

export function ProfilePage() {
  const { t } = useTranslation()
  const user = useSession((session) => session.user)
  return <Page title={t('people:profile.title')}>{user && <Profile user={user} alone />}</Page>
}
