import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { paths } from '../../core/paths.ts'
import { currentHome } from '../../core/rights.ts'
import { acceptInvitation, registerByInvitation, useSession } from '../../core/session.ts'
import type { User } from '../../core/types.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { type Refusal, useSending } from '../../kit/forms/useSending.ts'
import { Message } from '../../kit/page/Message.tsx'
import { CardPage } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { AccountForm } from './AccountForm.tsx'
import { BadLink } from './BadLink.tsx'
import { type Offer, offerFields, selectedOffers } from './offers.ts'
import { TermsLabel } from './TermsLabel.tsx'
import { useLink } from './useLink.ts'

/** Accepts an invitation: people who are signed in at once, others after signing in, or by registering here. */
export function InvitationPage() {
  const { status, user } = useSession()
  const { token, data, refusal } = useLink<Invitation>('invitation/token')
  if (token === '') return <NoLink />
  if (refusal) return <Ended refusal={refusal} />
  if (status === 'restoring' || !data) return <PageLoader />
  if (user) return <Accept user={user} token={token} invitation={data} />
  if (data.registered) return <Guest invitation={data} />
  return <Join token={token} invitation={data} />
}

/** The page's address without the link of a mail. */
function NoLink() {
  const { t } = useTranslation()
  return (
    <Message title={t('people:invitation.title')} text={t('people:badLink.text')}>
      <Button component={Link} to={paths.signIn()}>
        {t('people:invitation.signInOnly')}
      </Button>
    </Message>
  )
}

/** Says why the link opens no invitation, and what to do. */
function Ended({ refusal }: { refusal: Refusal }) {
  const { t } = useTranslation()
  const reason = reasons.find((code) => code === refusal.code)
  if (!reason) return <BadLink refusal={refusal} again={paths.signIn()} label={t('people:invitation.signInOnly')} />
  return (
    <Message
      title={t(`people:invitation.ended.${reason}.title`)}
      tab={t('people:invitation.title')}
      text={t(`people:invitation.ended.${reason}.text`)}
    >
      <Button component={Link} to={paths.signIn()}>
        {t('people:invitation.signInOnly')}
      </Button>
    </Message>
  )
}

const reasons = ['invitation_accepted', 'invitation_withdrawn', 'token_expired'] as const

/** Registers in one step: the mail has proved the address, or an administrator has handed the link over. */
function Join({ token, invitation }: { token: string; invitation: Invitation }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { email, organisation_id, mailed, organisations } = invitation
  return (
    <AccountForm
      title={t('people:invitation.title')}
      text={`${useSentence(invitation)} ${t('people:invitation.joinText', { email })}`}
      submit={t('people:invitation.join')}
      fields={[
        { name: 'name', type: 'name', label: t('people:invitation.name'), autoComplete: 'name', autoFocus: true },
        {
          name: 'password',
          type: 'password',
          label: t('people:account.newPassword'),
          description: t('people:account.passwordRule'),
          autoComplete: 'new-password',
        },
        ...(mailed ? offerFields(organisations, () => true, t) : []),
        { name: 'terms', type: 'agree', label: <TermsLabel /> },
      ]}
      send={async ({ name, password, terms, ...joined }) => {
        const organisation_ids = mailed ? selectedOffers(organisations, joined) : undefined
        const account = { token, name: name!.trim(), password, terms, ...(organisation_ids && { organisation_ids }) }
        await registerByInvitation(account, organisation_id)
        navigate(currentHome(), { replace: true })
      }}
    >
      <Anchor component={Link} to={paths.signIn({ next: pathname + search })} size="sm">
        {t('people:invitation.have')}
      </Anchor>
    </AccountForm>
  )
}

function Accept({ user, token, invitation }: { user: User; token: string; invitation: Invitation }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { busy, refusal, send } = useSending()
  const sentence = useSentence(invitation)
  const is_for_user = user.email.toLowerCase() === invitation.email.toLowerCase()
  const accept = () =>
    send(async () => {
      await acceptInvitation(token)
      navigate(currentHome(), { replace: true })
    })
  return (
    <Card>
      <RefusalAlert refusal={refusal} />
      <Text>{sentence}</Text>
      {is_for_user ? (
        <>
          <Text>{t('people:invitation.accept', { email: user.email })}</Text>
          <Button onClick={accept} loading={busy}>
            {t('people:invitation.submit')}
          </Button>
        </>
      ) : (
        <Text>{t('people:invitation.forAnother', { email: invitation.email, own: user.email })}</Text>
      )}
      <Button component={Link} to={paths.signOut()} variant="default">
        {t('people:invitation.other')}
      </Button>
    </Card>
  )
}

/** The address has an account. */
function Guest({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  return (
    <Card>
      <Text>{useSentence(invitation)}</Text>
      <Text>{t('people:invitation.registered', { email: invitation.email })}</Text>
      <Button component={Link} to={paths.signIn({ next: pathname + search })}>
        {t('people:invitation.signIn')}
      </Button>
    </Card>
  )
}

function Card({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <CardPage title={t('people:invitation.title')}>
      <Stack>
        <Title order={1} size="h4">
          {t('people:invitation.title')}
        </Title>
        {children}
      </Stack>
    </CardPage>
  )
}

/** Who invites to what. */
function useSentence({ inviter, organisation_name, role_name }: Invitation): string {
  const { t } = useTranslation()
  const named = { name: organisation_name, role: choiceOf(t, role_name) }
  return inviter ? t('people:invitation.by', { inviter, ...named }) : t('people:invitation.from', named)
}

type Invitation = {
  email: string
  organisation_id: number
  organisation_name: string
  role_name: string
  inviter: string | null
  mailed: boolean
  registered: boolean
  organisations: Offer[]
}
