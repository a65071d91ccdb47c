import { useTranslation } from 'react-i18next'
import { guarded, post } from '../../core/api.ts'
import { restore } from '../../core/session.ts'
import { AccountForm } from './AccountForm.tsx'
import { newPassword } from './newPassword.ts'

/** Replaces all pages after an administrator has set the user's password, until the user changes it. */
export function RequiredPasswordChangePage() {
  const { t } = useTranslation()
  return (
    <AccountForm
      title={t('people:password.givenTitle')}
      text={t('people:password.givenText')}
      submit={t('people:password.newSubmit')}
      fields={[
        { name: 'password', type: 'password', label: t('people:password.given'), autoComplete: 'current-password' },
        ...newPassword('new_password', t),
      ]}
      send={async (values) => {
        await guarded(post('password/change', values))
        await restore()
      }}
    />
  )
}
