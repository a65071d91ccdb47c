import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DataOf } from '#api/client.ts'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { keys } from '../keys.ts'
import { Notice } from '../kit/Notice.tsx'

type Attended = DataOf<'POST cpdevent/attend'>

/** What the QR code of an event opens: the member who is signed in says that they are there. */
export function AttendPage() {
  const { t } = useTranslation()
  const [params] = useAddress()
  const code = params.get('code') || '-'
  const { data, error } = useQuery({
    queryKey: keys.attending(code),
    queryFn: async () => (await guarded(client.act('POST cpdevent/attend', { code, preview: true }))).data,
    staleTime: 0,
    retry: false,
  })
  if (!data && !error) return <PageLoader />
  return (
    <Page title={data?.name ?? t('cpd:events.attend')}>
      {data ? (
        <Attend code={code} event={data} />
      ) : (
        <Notice tone="attention">{sentenceOf(error) ?? t('form.loadFailed')}</Notice>
      )}
    </Page>
  )
}

function Attend({ code, event }: { code: string; event: Attended }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const user = useSession((session) => session.user)
  const { busy, refusal, send } = useSending()
  const [done, setDone] = useState<Attended | null>(null)
  const { devactivity_id } = done ?? event
  const attend = () =>
    send(async () => {
      setDone((await guarded(client.act('POST cpdevent/attend', { code }))).data)
      await Promise.all([refresh('devactivity'), refresh('cpdevent')])
    })
  return (
    <Stack>
      <Facts
        facts={[
          [t('cpd:fields.cpdevent.starts_at'), moment(event.starts_at)],
          ...(event.place ? [[t('cpd:fields.cpdevent.place'), event.place] as const] : []),
          [t('cpd:fields.cpdevent.hours'), t('cpd:hours', { hours: event.hours })],
        ]}
      />
      <RefusalAlert refusal={refusal} />
      {devactivity_id !== null ? (
        <Notice tone="done">
          {t('cpd:events.attendDone')}{' '}
          <Link to={paths.activity({ id: devactivity_id })}>{t('cpd:events.toActivity')}</Link>
        </Notice>
      ) : (
        <>
          <div>{t('cpd:events.attendText', { person: user?.name ?? user?.username ?? '' })}</div>
          <div>
            <Button loading={busy} onClick={attend} size="md">
              {t('cpd:events.attendNow')}
            </Button>
          </div>
        </>
      )}
    </Stack>
  )
}
