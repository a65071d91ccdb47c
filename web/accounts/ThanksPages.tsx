import { Button, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CardPage } from '../frame/Page.tsx'

export const RegisterThanksPage = () => <Thanks of="register" />
export const PasswordThanksPage = () => <Thanks of="password" />

function Thanks({ of }: { of: 'register' | 'password' }) {
  const { t } = useTranslation()
  return (
    <CardPage title={t(`thanks.${of}Title`)}>
      <Stack>
        <Title order={1} size="h4">
          {t(`thanks.${of}Title`)}
        </Title>
        <Text>{t(`thanks.${of}`)}</Text>
        <Button component={Link} to="/app/signin">
          {t('signin.submit')}
        </Button>
      </Stack>
    </CardPage>
  )
}
