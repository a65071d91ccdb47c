import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { DataOf } from '#api/client.ts'
import { client, isUnauthorised } from '../../core/api.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { Message } from '../../kit/page/Message.tsx'
import { CardPage } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { keys } from '../keys.ts'

/** What the QR code in a cab opens: a driver says that they drive, by their account, or by a key or PIN. */
export function CabPage() {
  const { t } = useTranslation()
  const code = useParams().code!
  const { data, error } = useQuery({
    queryKey: keys.cab(code),
    // Not guarded: a wrong code says nothing of the session.
    queryFn: async () => (await client.act('POST cab', { code })).data,
    gcTime: 0,
  })
  if (isUnauthorised(error)) return <Message title={t('tracking:cab.ended')} text={t('tracking:cab.endedText')} />
  if (!data) return error ? <Message title={t('tracking:cab.lost')} text={error.message} /> : <PageLoader />
  return (
    <CardPage title={data.tracker_name}>
      <Title order={1} size="h3">
        {data.tracker_name}
      </Title>
      <Text c="dimmed" mb="md">
        {data.organisation_name}
      </Text>
      <Drive code={code} cab={data} />
    </CardPage>
  )
}

function Drive({ code, cab }: { code: string; cab: Cab }) {
  const { t } = useTranslation()
  const { time } = useTimes()
  const queries = useQueryClient()
  const [key, setKey] = useState('')
  const { busy, refusal, send } = useSending()
  const [said, setSaid] = useState<Said | null>(null)
  const name = cab.driver_name ?? ''
  const own = name !== ''
  const say = (drives: boolean) =>
    send(async () => {
      setSaid(null)
      const { data } = await client.act('POST cab/drive', { code, drives, ...(!own && { key }) })
      setSaid(data)
      setKey('')
      if (own) await queries.invalidateQueries({ queryKey: keys.cab(code) })
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (own || key) void say(cab.driving_since === null)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {own ? (
          <Text>
            {cab.driving_since
              ? t('tracking:cab.drivingSince', { name, time: time(cab.driving_since, Date.now()) })
              : t('tracking:cab.asDriver', { name })}
          </Text>
        ) : (
          <TextInput
            label={t('tracking:cab.key')}
            description={t('tracking:cab.keyText')}
            value={key}
            error={refusal?.field === 'key' && refusal.message}
            autoFocus
            autoComplete="off"
            onChange={({ currentTarget }) => setKey(currentTarget.value)}
          />
        )}
        <RefusalAlert refusal={refusal?.field === 'key' ? null : refusal} />
        {said && <Outcome said={said} />}
        {(!own || cab.driving_since === null) && (
          <Button type="submit" size="md" loading={busy} disabled={!own && !key}>
            {t('tracking:cab.drive')}
          </Button>
        )}
        {(!own || cab.driving_since !== null) && (
          <Button variant="default" size="md" disabled={busy || (!own && !key)} onClick={() => void say(false)}>
            {t('tracking:cab.stop')}
          </Button>
        )}
      </Stack>
    </form>
  )
}

/** What came of it, also for who cannot see it. */
function Outcome({ said }: { said: Said }) {
  const { t } = useTranslation()
  const { time, day } = useTimes()
  const { driver_name: name, driving_since, licence_expired_on } = said
  return (
    <Alert color={licence_expired_on ? 'orange' : 'teal'} role="status">
      {driving_since
        ? t('tracking:cab.drivingSince', { name, time: time(driving_since, Date.now()) })
        : t('tracking:cab.stopped', { name })}
      {licence_expired_on && <div>{t('tracking:cab.licence', { day: day(licence_expired_on) })}</div>}
    </Alert>
  )
}

type Cab = DataOf<'POST cab'>
type Said = DataOf<'POST cab/drive'>
