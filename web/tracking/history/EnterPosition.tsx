import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { labelOf } from '../../kit/forms/labels.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { MomentInput } from '../../kit/period/MomentInput.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { type Place, PlaceFields, positionOf } from '../locations/PlaceFields.tsx'

/** Enters a position of a tracker by hand; for administrators of its organisation. */
export function EnterPosition({ tracker_id, organisation_id }: Props) {
  const { t } = useTranslation()
  const administers = useAdministers(organisation_id)
  const [entering, setEntering] = useState(false)
  if (!administers) return null
  return (
    <>
      <Button variant="default" onClick={() => setEntering(true)}>
        {t('tracking:history.enter')}
      </Button>
      {entering && <EnterDialog tracker_id={tracker_id} close={() => setEntering(false)} />}
    </>
  )
}

function EnterDialog({ tracker_id, close }: { tracker_id: number; close: () => void }) {
  const { t } = useTranslation()
  const { timezone } = usePreferences()
  const [fix_at, setFixAt] = useState(() => new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString())
  const [place, setPlace] = useState<Place>({ lat: '', lon: '' })
  const [event, setEvent] = useState('')
  const run = async () => {
    const position = positionOf(place, t('tracking:locations.noPlace'))
    const text = event.trim()
    await guarded(client.create('trackerevent', { tracker_id, fix_at, position, ...(text !== '' && { event: text }) }))
    await Promise.all(['trackerevent', 'tracker'].map(refresh))
    showSuccess(t('tracking:history.entered'))
  }
  return (
    <ActionDialog
      title={t('tracking:history.enter')}
      text={t('tracking:history.enterText')}
      submit={t('tracking:history.enter')}
      disabled={fix_at === ''}
      size="lg"
      fields={['fix_at', 'position', 'event']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <>
          <MomentInput
            label={labelOf(t, 'trackerevent', 'fix_at')}
            value={fix_at || null}
            error={errorOf('fix_at')}
            onChange={(moment) => setFixAt(moment ?? '')}
            description={timezone}
            maw={320}
          />
          <PlaceFields
            label={labelOf(t, 'trackerevent', 'position')}
            error={errorOf('position')}
            place={place}
            setPlace={setPlace}
          />
          <TextInput
            label={labelOf(t, 'trackerevent', 'event')}
            placeholder="position"
            maxLength={64}
            value={event}
            error={errorOf('event')}
            onChange={({ currentTarget }) => setEvent(currentTarget.value)}
          />
        </>
      )}
    </ActionDialog>
  )
}

type Props = { tracker_id: number; organisation_id: number }
