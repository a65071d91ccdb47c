import { Button } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useLocation } from 'react-router'
import { loadTexts } from '../../core/i18n.ts'
import { leave, restore, useSession } from '../../core/session.ts'
import { Message } from '../../kit/page/Message.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { useOrganisationInAddress } from './useOrganisationInAddress.ts'

const SecondFactorRequired = lazy(async () => {
  const [page] = await Promise.all([
    import('../../people/second_factor/SecondFactorRequired.tsx'),
    loadTexts(['people']),
  ])
  return { default: page.SecondFactorRequired }
})

/**
 * Redirects to sign-in and back to the same address, including its query.
 *
 * @param children shown once signed in; without them the page of the route
 */
export function RequireSession({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const { status, organisation_id, user } = useSession()
  const { pathname, search } = useLocation()
  const settled = useOrganisationInAddress()

  if (status === 'restoring') return <PageLoader />
  if (status === 'out') return <Navigate to={`/app/signin?next=${encodeURIComponent(pathname + search)}`} replace />
  if (status === 'failed') {
    return (
      <Message title={t('session.failed')}>
        <Button onClick={restore}>{t('session.retry')}</Button>
      </Message>
    )
  }
  if (user?.second_factor_required) {
    return (
      <Suspense fallback={<PageLoader />}>
        <SecondFactorRequired />
      </Suspense>
    )
  }
  if (organisation_id === null) {
    return (
      <Message title={t('session.noOrganisation')} text={t('session.noOrganisationText')}>
        <Button variant="default" onClick={leave}>
          {t('session.signOut')}
        </Button>
      </Message>
    )
  }
  if (!settled) return <PageLoader />
  return children ?? <Outlet />
}
