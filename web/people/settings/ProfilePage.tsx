import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Profile } from './Profile.tsx'

export function ProfilePage() {
  const { t } = useTranslation()
  const user = useSession((session) => session.user)
  return <Page title={t('people:profile.title')}>{user && <Profile user={user} alone />}</Page>
}
