import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { nameOf } from '../fleet/state.ts'
import { ConnectOnce } from './connect/ConnectOnce.tsx'
import type { Method } from './connect/methods.ts'
import { EditTracker } from './EditTracker.tsx'
import { NewTracker } from './NewTracker.tsx'
import type { NewToken } from './newToken.ts'

/** Edits the tracker of `?id=`, or creates one and shows its token. */
export function TrackerEditPage() {
  const { t } = useTranslation()
  const id = Number(useSearchParams()[0].get('id')) || null
  const [made, setMade] = useState<NewToken | null>(null)
  if (made) return <ConnectOnce tracker={made.tracker} done={() => setMade(null)} />
  if (id) return <Existing key={id} id={id} onToken={setMade} />
  return (
    <Page title={t('tracking:trackers.newTitle')}>
      <NewTracker onToken={setMade} />
    </Page>
  )
}

function Existing({ id, onToken }: { id: number; onToken: (made: NewToken) => void }) {
  const { t } = useTranslation()
  const [method, setWay] = useState<Method | null>(null)
  const { data, error } = useQuery({
    queryKey: ['tracker', id],
    queryFn: async () => (await guarded(client.read('tracker', id))).data,
    staleTime: 0,
  })
  if (error) {
    return (
      <Page title={t('tracking:trackers.editTitle')}>
        <Alert color="red">{sentenceOf(error) ?? t('form.loadFailed')}</Alert>
      </Page>
    )
  }
  if (!data) return <PageLoader />
  return (
    <Page title={nameOf(data)}>
      <EditTracker key={data.modified_at} tracker={data} onToken={onToken} method={method} onMethod={setWay} />
    </Page>
  )
}
