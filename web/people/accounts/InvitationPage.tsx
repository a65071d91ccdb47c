import { Button, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { homeOf } from '../../core/nextPath.ts'
import { paths } from '../../core/paths.ts'
import { acceptInvitation, useSession } from '../../core/session.ts'
import type { User } from '../../core/types.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { CardPage } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'

/** Accepts an invitation. Users without an account register, which accepts it as well. */
export function InvitationPage() {
  const { t } = useTranslation()
  const { status, user } = useSession()
  if (status === 'restoring') return <PageLoader />
  return (
    <CardPage title={t('people:invitation.title')}>
      <Stack>
        <Title order={1} size="h4">
          {t('people:invitation.title')}
        </Title>
        {user ? <Accept user={user} /> : <Guest />}
      </Stack>
    </CardPage>
  )
}

function Accept({ user }: { user: User }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const token = useSearchParams()[0].get('token') ?? ''
  const { busy, refusal, send } = useSending()
  const accept = () =>
    send(async () => {
      await acceptInvitation(token)
      navigate(homeOf(user), { replace: true })
    })
  return (
    <>
      <RefusalAlert refusal={refusal}>
        {refusal?.code === 'token_invalid' && (
          <Text size="sm" mt={4}>
            {t('people:invitation.refused')}
          </Text>
        )}
      </RefusalAlert>
      <Text>{t('people:invitation.accept', { email: user.email })}</Text>
      <Button onClick={accept} loading={busy}>
        {t('people:invitation.submit')}
      </Button>
      <Button component={Link} to={paths.signOut()} variant="default">
        {t('people:invitation.other')}
      </Button>
    </>
  )
}

function Guest() {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  return (
    <>
      <Text>{t('people:invitation.text')}</Text>
      <Button component={Link} to={paths.signIn({ next: pathname + search })}>
        {t('people:invitation.signIn')}
      </Button>
      <Button component={Link} to={paths.register()} variant="default">
        {t('people:invitation.register')}
      </Button>
      <Text c="dimmed" size="sm">
        {t('people:invitation.registerText')}
      </Text>
    </>
  )
}
