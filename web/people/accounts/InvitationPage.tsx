import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { post } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { currentHome } from '../../core/rights.ts'
import { acceptInvitation, useSession } from '../../core/session.ts'
import type { User } from '../../core/types.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { CardPage } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { AccountForm } from './AccountForm.tsx'
import { BadLink } from './BadLink.tsx'
import { newPassword } from './newPassword.ts'
import { TermsLabel } from './TermsLabel.tsx'
import { useLink } from './useLink.ts'

/** Accepts an invitation. Guests register: by a mail to their address, or here where the link was handed over. */
export function InvitationPage() {
  const { t } = useTranslation()
  const { status, user } = useSession()
  const { token, data, refusal } = useLink<Invitation>('invitation/token', { optional: true })
  if (status === 'restoring' || (token && !user && !data && !refusal)) return <PageLoader />
  if (!user && refusal) {
    return <BadLink refusal={refusal} again={paths.signIn()} label={t('people:invitation.signIn')} />
  }
  if (!user && data?.mailed === false) return <Join invitation={data} />
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

/** Registers by a link that was handed over. */
function Join({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const token = useSearchParams()[0].get('token') ?? ''
  const { email, organisation_name: organisation, role_name } = invitation
  return (
    <AccountForm
      title={t('people:invitation.title')}
      text={t('people:invitation.joinText', { name: organisation, role: choiceOf(t, role_name), email })}
      submit={t('people:invitation.join')}
      fields={[
        {
          ...{ name: 'name', type: 'name', label: t('people:account.name'), autoComplete: 'name' },
          ...{ optional: true, autoFocus: true },
        },
        { name: 'username', type: 'text', label: t('people:account.username'), autoComplete: 'username' },
        ...newPassword('password', t),
        { name: 'terms', type: 'agree', label: <TermsLabel /> },
      ]}
      send={async ({ name, ...account }) => {
        await post('invitation/register', { token, ...account, ...(name?.trim() && { name: name.trim() }) })
        navigate(paths.registerThanks(), { replace: true })
      }}
    >
      <Anchor component={Link} to={paths.signIn({ next: pathname + search })} size="sm">
        {t('people:invitation.have')}
      </Anchor>
    </AccountForm>
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
      navigate(currentHome(), { replace: true })
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

type Invitation = { email: string; organisation_name: string; role_name: string; mailed: boolean }
