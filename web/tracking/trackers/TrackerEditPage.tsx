import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { nameOf } from '../kit/state.ts'
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
  if (id) return <Existing key={id} onToken={setMade} />
  return (
    <Page title={t('tracking:trackers.newTitle')}>
      <NewTracker onToken={setMade} />
    </Page>
  )
}

function Existing({ onToken }: { onToken: (made: NewToken) => void }) {
  const { t } = useTranslation()
  const [method, setMethod] = useState<Method | null>(null)
  const record = useRecord('tracker')
  return (
    <Loaded query={record} title={t('tracking:trackers.editTitle')}>
      {(tracker) => (
        <Page title={nameOf(tracker)}>
          <EditTracker
            key={tracker.modified_at}
            tracker={tracker}
            onToken={onToken}
            method={method}
            onMethod={setMethod}
          />
        </Page>
      )}
    </Loaded>
  )
}
