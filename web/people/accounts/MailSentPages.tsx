import { Button, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { installation } from '../../core/installation.ts'
import { paths } from '../../core/paths.ts'
import { CardPage } from '../../kit/page/Page.tsx'

export const RegisterEmailPage = () => <MailSent of="register" again={paths.register()} />
export const PasswordEmailPage = () => <MailSent of="password" again={paths.passwordReset()} />

/** The same for every address, so that it does not reveal who has an account. */
function MailSent({ of, again }: { of: 'register' | 'password'; again: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(installation)
  const email: string | undefined = useLocation().state?.email
  return (
    <CardPage title={t('people:mailSent.title')}>
      <Stack>
        <Title order={1} size="h4">
          {t('people:mailSent.title')}
        </Title>
        <Text>{t(`people:mailSent.${of}`)}</Text>
        {email && <Text fw={600}>{email}</Text>}
        <Text c="dimmed" size="sm">
          {t(data?.sends_mail === false ? 'people:mailSent.notSent' : 'people:mailSent.missing')}
        </Text>
        <Button component={Link} to={again} variant="default">
          {t('people:mailSent.again')}
        </Button>
      </Stack>
    </CardPage>
  )
}
