import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { post } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { leave } from '../../core/session.ts'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { AccountForm } from './AccountForm.tsx'
import { BadLink } from './BadLink.tsx'
import { newPassword } from './newPassword.ts'
import { useLink } from './useLink.ts'

/** Sets a new password with the token of a reset mail. */
export function PasswordTokenPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { token, good, refusal } = useLink('password/token')
  if (refusal) return <BadLink refusal={refusal} again={paths.passwordReset()} label={t('people:badLink.password')} />
  if (!good) return <PageLoader />
  return (
    <AccountForm
      title={t('people:password.newTitle')}
      text={t('people:password.newText')}
      submit={t('people:password.newSubmit')}
      fields={newPassword('new_password', t)}
      send={async (values) => {
        await post('password/change', { token, ...values })
        leave()
        navigate(paths.passwordThanks(), { replace: true })
      }}
    />
  )
}
