import { Button, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { CardPage } from '../../kit/page/Page.tsx'

export const RegisterThanksPage = () => <Thanks of="register" />
export const PasswordThanksPage = () => <Thanks of="password" />

function Thanks({ of }: { of: 'register' | 'password' }) {
  const { t } = useTranslation()
  return (
    <CardPage title={t(`people:thanks.${of}Title`)}>
      <Stack>
        <Title order={1} size="h4">
          {t(`people:thanks.${of}Title`)}
        </Title>
        <Text>{t(`people:thanks.${of}`)}</Text>
        <Button component={Link} to={paths.signIn()}>
          {t('signin.submit')}
        </Button>
      </Stack>
    </CardPage>
  )
}
