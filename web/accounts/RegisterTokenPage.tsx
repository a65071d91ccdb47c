import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { post } from '../api.ts'
import { PageLoader } from '../frame/PageLoader.tsx'
import { leave } from '../stores/session.ts'
import { AccountForm } from './AccountForm.tsx'
import { BadLink } from './BadLink.tsx'
import { newPassword } from './newPassword.ts'
import { TermsLabel } from './TermsLabel.tsx'
import { useLink } from './useLink.ts'

/** Where the mail of a registration leads: the account gets its name and password. */
export function RegisterTokenPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { token, told, refusal } = useLink<{ email: string; username: string; name: string | null }>(
    'user/register/token',
  )
  if (refusal) return <BadLink refusal={refusal} again="/app/register" label={t('people:badLink.register')} />
  if (!told) return <PageLoader />
  // Until people choose a name they have one that nobody would.
  const username = /^user-[\w-]{12}$/.test(told.username) ? '' : told.username
  return (
    <AccountForm
      title={t('people:registerToken.title')}
      text={t('people:registerToken.text', { email: told.email })}
      submit={t('people:registerToken.submit')}
      fields={[
        {
          name: 'name',
          type: 'name',
          label: t('people:account.name'),
          autoComplete: 'name',
          optional: true,
          value: told.name ?? '',
          autoFocus: true,
        },
        {
          name: 'username',
          type: 'text',
          label: t('people:account.username'),
          autoComplete: 'username',
          value: username,
        },
        ...newPassword('password', t),
        { name: 'terms', type: 'agree', label: <TermsLabel /> },
      ]}
      send={async ({ name, ...values }) => {
        await post('user/register/complete', { token, ...values, ...(name?.trim() && { name: name.trim() }) })
        leave()
        navigate('/app/register/thanks', { replace: true })
      }}
    />
  )
}
