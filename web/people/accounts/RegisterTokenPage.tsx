import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { post } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { leave } from '../../core/session.ts'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { AccountForm } from './AccountForm.tsx'
import { BadLink } from './BadLink.tsx'
import { newPassword } from './newPassword.ts'
import { type Offer, offerFields, selectedOffers } from './offers.ts'
import { TermsLabel } from './TermsLabel.tsx'
import { useLink } from './useLink.ts'

/** Completes a registration with username and password. */
export function RegisterTokenPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const owner = useSearchParams()[0].get('type') === 'owner'
  const { token, data, refusal } = useLink<Registration>('user/register/token')
  if (refusal) return <BadLink refusal={refusal} again={paths.register()} label={t('people:badLink.register')} />
  if (!data) return <PageLoader />
  // The generated username is not offered.
  const username = /^user-[\w-]{12}$/.test(data.username) ? '' : data.username
  return (
    <AccountForm
      title={t('people:registerToken.title')}
      text={[t('people:registerToken.text', { email: data.email }), owner && t('people:owner.finish')]
        .filter(Boolean)
        .join(' ')}
      submit={t('people:registerToken.submit')}
      fields={[
        ...(owner
          ? [
              {
                name: 'organisation_name',
                type: 'text' as const,
                autoComplete: 'organization',
                label: t('people:owner.organisation'),
              },
            ]
          : []),
        {
          name: 'name',
          type: 'name',
          label: t('people:account.name'),
          autoComplete: 'name',
          optional: true,
          value: data.name ?? '',
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
        // An organisation that has added an address which its reader registers by themself is joined only if asked for.
        ...offerFields(data.organisations, ({ added }) => !(added && data.self_requested), t),
        { name: 'terms', type: 'agree', label: <TermsLabel /> },
      ]}
      send={async ({ organisation_name, name, username, password, password_confirm, terms, ...joined }) => {
        const account = { username, password, password_confirm, terms, ...(name?.trim() && { name: name.trim() }) }
        const organisation_ids = selectedOffers(data.organisations, joined)
        const named = owner && { organisation_name: organisation_name!.trim() }
        await post('user/register/complete', { token, ...account, ...named, organisation_ids })
        leave()
        navigate(paths.registerThanks(), { replace: true })
      }}
    />
  )
}

type Registration = {
  email: string
  username: string
  name: string | null
  organisations: Offer[]
  self_requested: boolean
}
