import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { post } from '../api.ts'
import { AccountForm } from './AccountForm.tsx'

export function PasswordResetPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <AccountForm
      title={t('password.resetTitle')}
      text={t('password.resetText')}
      submit={t('password.resetSubmit')}
      fields={[{ name: 'email', type: 'email', label: t('account.email'), autoComplete: 'email', autoFocus: true }]}
      send={async ({ email }) => {
        await post('password/reset', { email: email!.trim() })
        navigate('/app/password/email', { state: { email: email!.trim() } })
      }}
    />
  )
}
