import { Alert, Button, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { CardPage } from '../../kit/page/Page.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { useMailedRequest } from '../kit/useMailedRequest.ts'
import { LevelField } from './LevelField.tsx'

type Request = DataOf<'POST cpdassessment/request'>

/** What an assessor is asked for who has its link. Needs no account. */
export function LinkPage() {
  const { t } = useTranslation()
  const { token, request, refusal } = useMailedRequest((token) =>
    guarded(client.act('POST cpdassessment/request', { token })),
  )
  const [is_sent, setSent] = useState(false)
  const ended = is_sent ? 'thanks' : request?.assessed ? 'before' : null
  return (
    <CardPage title={t('cpd:epas.page.title')}>
      <Title order={1} size="h3" mb="md">
        {request ? t('cpd:epas.page.of', { person: request.person }) : t('cpd:epas.page.title')}
      </Title>
      <RefusalAlert refusal={refusal} />
      {!token && <Alert color="yellow">{t('cpd:feedback.page.noLink')}</Alert>}
      {ended && (
        <Alert color="teal" role="status">
          {t(`cpd:epas.page.${ended}`)}
        </Alert>
      )}
      {request && !ended && <Assess token={token} request={request} done={() => setSent(true)} />}
    </CardPage>
  )
}

function Assess({ token, request, done }: { token: string; request: Request; done: () => void }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const [level, setLevel] = useState<number | null>(null)
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const { busy, refusal, send } = useSending()
  const answer = () =>
    send(async () => {
      await guarded(client.act('POST cpdassessment/answer', { token, level: level!, name: name.trim(), text }))
      done()
    })
  return (
    <Stack gap="md">
      <Facts
        facts={[
          [t('cpd:feedback.page.from'), request.organisation],
          [t('cpd:epas.one'), request.epa],
          [t('cpd:fields.cpdassessment.observed_on'), day(request.observed_on)],
        ]}
      />
      {request.description && <Text>{request.description}</Text>}
      {request.request && <Text c="dimmed">{request.request}</Text>}
      <RefusalAlert refusal={refusal} />
      <LevelField levels={request.levels} value={level} onChange={setLevel} />
      <Textarea
        label={t('cpd:fields.cpdassessment.text')}
        autosize
        minRows={3}
        maxLength={10_000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <TextInput
        label={t('cpd:epas.yourName')}
        maxLength={200}
        value={name}
        required
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        {t('cpd:epas.page.seen')}
      </Text>
      <div>
        <Button loading={busy} disabled={level === null || !name.trim()} onClick={answer}>
          {t('cpd:epas.assess')}
        </Button>
      </div>
    </Stack>
  )
}
