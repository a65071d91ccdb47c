import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { Trans, useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { post } from '../../core/api.ts'
import { useRegistration } from '../../core/installation.ts'
import { paths } from '../../core/paths.ts'
import { CardPage } from '../../kit/page/Page.tsx'
import { AccountForm } from './AccountForm.tsx'
import { TermsLabel } from './TermsLabel.tsx'

/** Requests a registration mail. Only its recipient can set a name and password. */
export function RegisterPage() {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const owner = useSearchParams()[0].get('type') === 'owner'
  if (useRegistration() === 'closed') return <Closed />
  return (
    <AccountForm
      title={t(owner ? 'people:owner.title' : 'people:register.title')}
      text={t(owner ? 'people:owner.text' : 'people:register.text')}
      submit={t('people:register.submit')}
      fields={[
        { name: 'email', type: 'email', label: t('people:account.email'), autoComplete: 'email', autoFocus: true },
        { name: 'terms', type: 'agree', label: <TermsLabel /> },
      ]}
      send={async ({ email, terms }) => {
        await post('user/register', {
          email: email!.trim(),
          terms,
          locale: i18n.language,
          ...(owner && { type: 'owner' }),
        })
        navigate(paths.registerEmail(), { state: { email: email!.trim() } })
      }}
    >
      <Text size="sm" ta="center">
        <Trans
          t={t}
          i18nKey="people:register.signIn"
          components={{ signin: <Anchor component={Link} to={paths.signIn()} inherit underline="always" /> }}
        />
      </Text>
      {!owner && (
        <Text size="sm" ta="center">
          <Trans
            t={t}
            i18nKey="people:owner.link"
            components={{
              owner: <Anchor component={Link} to={paths.register({ type: 'owner' })} inherit underline="always" />,
            }}
          />
        </Text>
      )}
    </AccountForm>
  )
}

function Closed() {
  const { t } = useTranslation()
  return (
    <CardPage title={t('people:register.title')}>
      <Stack>
        <Title order={1} size="h4">
          {t('people:register.title')}
        </Title>
        <Text>{t('people:register.closed')}</Text>
        <Button component={Link} to={paths.signIn()}>
          {t('signin.submit')}
        </Button>
      </Stack>
    </CardPage>
  )
}
