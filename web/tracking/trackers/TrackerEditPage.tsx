import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { paths } from '../../core/paths.ts'
import { Page } from '../../kit/page/Page.tsx'
import { ConnectOnce } from './connect/ConnectOnce.tsx'
import { NewTracker } from './NewTracker.tsx'
import type { NewToken } from './newToken.ts'

/** Creates a tracker and shows its token; with `?id=`, the settings of that tracker. */
export function TrackerEditPage() {
  const { t } = useTranslation()
  const id = Number(useSearchParams()[0].get('id')) || null
  const [made, setMade] = useState<NewToken | null>(null)
  const [connected, setConnected] = useState(false)
  if (made && !connected) return <ConnectOnce tracker={made.tracker} done={() => setConnected(true)} />
  if (id) return <Navigate to={paths.tracker({ id, tab: made ? 'device' : 'settings' })} replace />
  return (
    <Page title={t('tracking:trackers.newTitle')}>
      <NewTracker onToken={setMade} />
    </Page>
  )
}
