import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CardPage } from '../../kit/page/Page.tsx'

/** Asks for the password of a link. */
export function AskPassword({ error, busy, give }: Props) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password) give(password)
  }
  return (
    <CardPage title={t('tracking:share.pageTitle')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text>{t('tracking:share.asksPassword')}</Text>
          <PasswordInput
            label={t('tracking:share.password')}
            value={password}
            error={error}
            autoFocus
            autoComplete="off"
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
          <Button type="submit" loading={busy} disabled={!password}>
            {t('tracking:share.openLink')}
          </Button>
        </Stack>
      </form>
    </CardPage>
  )
}

type Props = { error: string | null; busy: boolean; give: (password: string) => unknown }
