import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { nameOf } from '../fleet/state.ts'
import { ConnectOnce } from './connect/ConnectOnce.tsx'
import type { Way } from './connect/ways.ts'
import { EditTracker } from './EditTracker.tsx'
import type { MadeToken } from './madeToken.ts'
import { NewTracker } from './NewTracker.tsx'

/** `?id=` edits that one; without it a new one is made, whose token is shown then. */
export function TrackerEditPage() {
  const { t } = useTranslation()
  const id = Number(useSearchParams()[0].get('id')) || null
  const [made, setMade] = useState<MadeToken | null>(null)
  if (made) return <ConnectOnce tracker={made.tracker} done={() => setMade(null)} />
  if (id) return <Existing key={id} onToken={setMade} />
  return (
    <Page title={t('tracking:trackers.newTitle')}>
      <NewTracker onToken={setMade} />
    </Page>
  )
}

function Existing({ onToken }: { onToken: (made: MadeToken) => void }) {
  const { t } = useTranslation()
  const [way, setWay] = useState<Way | null>(null)
  const record = useRecord('tracker')
  return (
    <Loaded query={record} title={t('tracking:trackers.editTitle')}>
      {(tracker) => (
        <Page title={nameOf(tracker)}>
          <EditTracker key={tracker.modified_at} tracker={tracker} onToken={onToken} way={way} onWay={setWay} />
        </Page>
      )}
    </Loaded>
  )
}
