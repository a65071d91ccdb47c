import { Page } from '../frame/Page.tsx'
import { useSession } from '../stores/session.ts'
import { Profile } from './Profile.tsx'
import { useAccountWords } from './words.ts'

export function ProfilePage() {
  const { t } = useAccountWords()
  const user = useSession((session) => session.user)
  return <Page title={t('profile.title')}>{user && <Profile user={user} alone />}</Page>
}
