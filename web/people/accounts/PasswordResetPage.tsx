import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { post } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { AccountForm } from './AccountForm.tsx'

export function PasswordResetPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <AccountForm
      title={t('people:password.resetTitle')}
      text={t('people:password.resetText')}
      submit={t('people:password.resetSubmit')}
      fields={[
        { name: 'email', type: 'email', label: t('people:account.email'), autoComplete: 'email', autoFocus: true },
      ]}
      send={async ({ email }) => {
        await post('password/reset', { email: email!.trim() })
        navigate(paths.passwordEmail(), { state: { email: email!.trim() } })
      }}
    />
  )
}
