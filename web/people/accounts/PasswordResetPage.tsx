import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { tellEach } from '../../core/backend/ask.ts'
import { candidatesOf, choicesOf } from '../../core/backend/backend.ts'
import { ownInstallation } from '../../core/installation.ts'
import { paths } from '../../core/paths.ts'
import { queries } from '../../core/queries.ts'
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
        const own = await queries.fetchQuery(ownInstallation).catch(() => null)
        const choices = own ? choicesOf(own.backendConfigs, t('signin.here'), location.origin) : []
        // The one that has the account sends the mail; its link leads back to it.
        await tellEach(candidatesOf(choices), 'password/reset', { email: email!.trim() })
        navigate(paths.passwordEmail(), { state: { email: email!.trim() } })
      }}
    />
  )
}
