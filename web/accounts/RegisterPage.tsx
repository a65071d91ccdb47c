import { Anchor, Text } from '@mantine/core'
import { Trans, useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { post } from '../api.ts'
import { AccountForm } from './AccountForm.tsx'
import { TermsLabel } from './TermsLabel.tsx'

/** Asks for an address only: name and password are given by whoever reads its mail. */
export function RegisterPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <AccountForm
      title={t('register.title')}
      text={t('register.text')}
      submit={t('register.submit')}
      fields={[
        { name: 'email', type: 'email', label: t('account.email'), autoComplete: 'email', autoFocus: true },
        { name: 'terms', type: 'agree', label: <TermsLabel /> },
      ]}
      send={async ({ email, terms }) => {
        await post('user/register', { email: email!.trim(), terms })
        navigate('/app/register/email', { state: { email: email!.trim() } })
      }}
    >
      <Text size="sm" ta="center">
        <Trans
          t={t}
          i18nKey="register.signIn"
          components={{ signin: <Anchor component={Link} to="/app/signin" inherit underline="always" /> }}
        />
      </Text>
    </AccountForm>
  )
}
