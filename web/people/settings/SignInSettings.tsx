import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { guarded, post } from '../../core/api.ts'
import { restore } from '../../core/session.ts'
import type { User } from '../../core/types.ts'
import { AccountFields } from '../../kit/forms/AccountFields.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { newPassword } from '../accounts/newPassword.ts'
import { ConnectedSignIns } from '../providers/ConnectedSignIns.tsx'
import { SecondFactor } from '../second_factor/SecondFactor.tsx'

/** Username, e-mail address, password and second factor. */
export function SignInSettings({ user }: { user: User }) {
  const { t } = useTranslation()
  if (user.impersonator_user_id !== null) return <Alert>{t('people:acting')}</Alert>
  return (
    <>
      <Username user={user} />
      <Email user={user} />
      <Password />
      <SecondFactor user={user} />
      <ConnectedSignIns />
    </>
  )
}

function Username({ user }: { user: User }) {
  const { t } = useTranslation()
  return (
    <Section title={t('people:username.title')} text={t('people:username.now', { username: user.username })}>
      <AccountFields
        fields={[{ name: 'username', type: 'text', label: t('people:username.field'), autoComplete: 'username' }]}
        submit={t('people:username.submit')}
        send={async ({ username }, again) => {
          const { message } = await guarded(post('username/change', { username: username!.trim() }))
          showSuccess(message!)
          again()
          await restore()
        }}
      />
    </Section>
  )
}

function Email({ user }: { user: User }) {
  const { t } = useTranslation()
  return (
    <Section
      title={t('people:ownEmail.title')}
      text={t(user.email_proved ? 'people:ownEmail.now' : 'people:ownEmail.unproved', { email: user.email })}
    >
      <AccountFields
        fields={[
          { name: 'email', type: 'email', label: t('people:ownEmail.field'), autoComplete: 'email' },
          {
            name: 'password',
            type: 'password',
            label: t('people:ownEmail.password'),
            autoComplete: 'current-password',
          },
        ]}
        submit={t('people:ownEmail.submit')}
        send={async ({ email, password }, again) => {
          const { message } = await guarded(post('email/change', { email: email!.trim(), password }))
          showSuccess(message!)
          again()
        }}
      />
    </Section>
  )
}

function Password() {
  const { t } = useTranslation()
  return (
    <Section title={t('people:ownPassword.title')} text={t('people:ownPassword.text')}>
      <AccountFields
        fields={[
          {
            name: 'password',
            type: 'password',
            label: t('people:ownPassword.current'),
            autoComplete: 'current-password',
          },
          ...newPassword('new_password', t),
        ]}
        submit={t('people:ownPassword.submit')}
        send={async (values, again) => {
          const { message } = await guarded(post('password/change', values))
          showSuccess(message!)
          again()
        }}
      />
    </Section>
  )
}
