import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { speak } from '../../core/i18n.ts'
import { nextPath } from '../../core/nextPath.ts'
import { useFeatures } from '../../core/rights.ts'
import { useSession } from '../../core/session.ts'
import { CardPage } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { LanguageSelect } from '../LanguageSelect.tsx'
import { SignInForm } from './SignInForm.tsx'

export function SignInPage() {
  const { t } = useTranslation()
  const { status, user } = useSession()
  const features = useFeatures()
  const [query] = useSearchParams()
  if (status === 'restoring') return <PageLoader />
  if (status === 'in') return <Navigate to={nextPath(query.get('next'), user, features)} replace />
  return (
    <CardPage title={t('signin.title')}>
      <SignInForm />
      <LanguageSelect bare choose={speak} />
    </CardPage>
  )
}
