import { Button, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { nextPath } from '../../core/nextPath.ts'
import { paths } from '../../core/paths.ts'
import { useFeatures } from '../../core/rights.ts'
import { signInByLink, useSession } from '../../core/session.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { CardPage } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'

/** Signs in by the link that the server's start has printed: its token is after the #. */
export function SignInLinkPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { status, user } = useSession()
  const features = useFeatures()
  const token = useRef(useLocation().hash.slice(1))
  const { busy, refusal, send } = useSending()

  useEffect(() => {
    const link = token.current
    // A session that is being restored would end the new one.
    if (status === 'restoring') return
    // Once only, and no longer in the address.
    token.current = ''
    if (!link) return
    navigate(paths.signInLink(), { replace: true })
    send(() => signInByLink(link))
  }, [navigate, send, status])

  if (busy || (!refusal && token.current)) return <PageLoader />
  if (status === 'in' && !refusal) return <Navigate to={nextPath(null, user, features)} replace />
  return (
    <CardPage title={t('people:signInLink.title')}>
      <Stack>
        <Title order={1} size="h4">
          {t('people:signInLink.title')}
        </Title>
        <RefusalAlert refusal={refusal} />
        <Text>{t('people:signInLink.used')}</Text>
        <Button component={Link} to={paths.signIn()}>
          {t('people:signInLink.password')}
        </Button>
      </Stack>
    </CardPage>
  )
}
