import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { CardPage } from '../frame/Page.tsx'
import { PageLoader } from '../frame/PageLoader.tsx'
import { useSession } from '../stores/session.ts'
import { nextPath } from './nextPath.ts'
import { SignInForm } from './SignInForm.tsx'

export function SignInPage() {
  const { t } = useTranslation()
  const { status, user } = useSession()
  const [query] = useSearchParams()
  if (status === 'restoring') return <PageLoader />
  if (status === 'in') return <Navigate to={nextPath(query.get('next'), user)} replace />
  return (
    <CardPage title={t('signin.title')}>
      <SignInForm />
    </CardPage>
  )
}
