import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AccountFields } from '../accounts/AccountFields.tsx'
import { newPassword } from '../accounts/newPassword.ts'
import { guarded, post } from '../api.ts'
import { restore } from '../stores/session.ts'
import type { User } from '../types.ts'
import { Section } from '../ui/Section.tsx'
import { sayDone } from '../ui/say.ts'
import { SecondFactor } from './SecondFactor.tsx'
import { useAccountWords } from './words.ts'

/** What one signs in with. */
export function SigningIn({ user }: { user: User }) {
  const { t: words } = useAccountWords()
  if (user.impersonator_user_id !== null) return <Alert>{words('acting')}</Alert>
  return (
    <>
      <Username user={user} />
      <Email user={user} />
      <Password />
      <SecondFactor user={user} />
    </>
  )
}

function Username({ user }: { user: User }) {
  const { t } = useAccountWords()
  return (
    <Section title={t('username.title')} text={t('username.now', { username: user.username })}>
      <AccountFields
        fields={[{ name: 'username', type: 'text', label: t('username.field'), autoComplete: 'username' }]}
        submit={t('username.submit')}
        send={async ({ username }, again) => {
          const { message } = await guarded(post('username/change', { username: username!.trim() }))
          sayDone(message!)
          again()
          await restore()
        }}
      />
    </Section>
  )
}

function Email({ user }: { user: User }) {
  const { t } = useAccountWords()
  return (
    <Section
      title={t('email.title')}
      text={t(user.email_proved ? 'email.now' : 'email.unproved', { email: user.email })}
    >
      <AccountFields
        fields={[
          { name: 'email', type: 'email', label: t('email.field'), autoComplete: 'email' },
          { name: 'password', type: 'password', label: t('email.password'), autoComplete: 'current-password' },
        ]}
        submit={t('email.submit')}
        send={async ({ email, password }, again) => {
          const { message } = await guarded(post('email/change', { email: email!.trim(), password }))
          sayDone(message!)
          again()
        }}
      />
    </Section>
  )
}

function Password() {
  const { t } = useTranslation()
  const { t: words } = useAccountWords()
  return (
    <Section title={words('password.title')} text={words('password.text')}>
      <AccountFields
        fields={[
          {
            name: 'password',
            type: 'password',
            label: words('password.current'),
            autoComplete: 'current-password',
          },
          ...newPassword('new_password', t),
        ]}
        submit={words('password.submit')}
        send={async (values, again) => {
          const { message } = await guarded(post('password/change', values))
          sayDone(message!)
          again()
        }}
      />
    </Section>
  )
}
