import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { post } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { CardPage } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { BadLink } from './BadLink.tsx'
import { useLink } from './useLink.ts'

/** Confirms or stops a change of address that others have asked for, by the link to the old address. */
export function AddressWaitingPage() {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const link = useLink<{ email: string; due_at: string }>('email/waiting/token')
  const { busy, refusal, send } = useSending()
  const [done, setDone] = useState<string | null>(null)
  if (link.refusal) return <BadLink refusal={link.refusal} again={paths.signIn()} label={t('people:emailToken.go')} />
  if (!link.data) return <PageLoader />
  const { email, due_at } = link.data
  const answer = (agree: boolean) =>
    send(async () => {
      const { message } = await post('email/waiting/answer', { token: link.token, agree })
      setDone(message ?? t('people:emailToken.done'))
    })
  return (
    <CardPage title={t('people:emailWaiting.title')}>
      <Stack>
        <Title order={1} size="h4">
          {t('people:emailWaiting.title')}
        </Title>
        <RefusalAlert refusal={refusal} />
        <Text>{done ?? t('people:emailWaiting.text', { email, time: moment(due_at) })}</Text>
        {done ? (
          <Button component={Link} to="/">
            {t('people:emailToken.go')}
          </Button>
        ) : (
          <Group>
            <Button onClick={() => answer(false)} loading={busy}>
              {t('people:emailWaiting.stop')}
            </Button>
            <Button variant="default" onClick={() => answer(true)} loading={busy}>
              {t('people:emailWaiting.agree')}
            </Button>
          </Group>
        )}
      </Stack>
    </CardPage>
  )
}
