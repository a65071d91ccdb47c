import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router'
import { installation } from '../../core/installation.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'

/** What the demonstration shows; other installations have no such page. */
export function DemoPage() {
  const { t } = useTranslation()
  const user = useSession((session) => session.user)
  const { data, isError } = useQuery(installation)
  if (!data && !isError) return <PageLoader />
  if (!data?.demo) return <Navigate to="/404" replace />
  return (
    <Page title={t('site:demo.title')}>
      <Text mb="md">{t('site:demo.text')}</Text>
      {user && <Text mb="md">{t('site:demo.signedIn')}</Text>}
      <Button component={Link} to={user ? paths.map() : paths.signIn({ next: paths.map() })}>
        {t(user ? 'site:demo.map' : 'site:demo.signIn')}
      </Button>
    </Page>
  )
}
