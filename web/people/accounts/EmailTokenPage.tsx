import { Button, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { post } from '../../core/api.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { CardPage } from '../../kit/page/Page.tsx'

/** Confirms a new e-mail address. Needs a click, as some mail programs open links by themselves. */
export function EmailTokenPage() {
  const { t } = useTranslation()
  const token = useSearchParams()[0].get('token') ?? ''
  const { busy, refusal, send } = useSending()
  const [done, setDone] = useState<string | null>(null)
  const confirm = () =>
    send(async () => {
      const { message } = await post('email/token', { token })
      setDone(message ?? t('people:emailToken.done'))
    })

  return (
    <CardPage title={t('people:emailToken.title')}>
      <Stack>
        <Title order={1} size="h4">
          {t('people:emailToken.title')}
        </Title>
        <RefusalAlert refusal={refusal} />
        <Text>{done ?? t('people:emailToken.text')}</Text>
        {done ? (
          <Button component={Link} to="/">
            {t('people:emailToken.go')}
          </Button>
        ) : (
          <Button onClick={confirm} loading={busy}>
            {t('people:emailToken.submit')}
          </Button>
        )}
      </Stack>
    </CardPage>
  )
}
