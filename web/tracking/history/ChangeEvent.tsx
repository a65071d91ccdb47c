import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { queries } from '../../core/queries.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { doneOf, labelOf } from '../../kit/forms/labels.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import type { TrackerEvent } from '../types.ts'

/** Corrects or removes an event; for administrators of its organisation. */
export function ChangeEvent({ event }: { event: TrackerEvent }) {
  const { t } = useTranslation()
  const administers = useAdministers(event.organisation_id)
  const [open, setOpen] = useState<'correct' | 'remove' | null>(null)
  if (!administers) return null
  const close = () => setOpen(null)
  return (
    <>
      <Button variant="default" onClick={() => setOpen('correct')}>
        {t('tracking:history.correct')}
      </Button>
      <Button variant="default" onClick={() => setOpen('remove')}>
        {t('form.remove')}
      </Button>
      {open === 'correct' && <CorrectDialog event={event} close={close} />}
      {open === 'remove' && <RemoveDialog event={event} close={close} />}
    </>
  )
}

function CorrectDialog({ event, close }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState(event.event)
  const [alarm, setAlarm] = useState(event.alarm ?? '')
  const run = async () => {
    const correction = { event: text.trim(), alarm: alarm.trim() || null }
    await guarded(client.call('POST', 'trackerevent', { id: event.id, ...correction }))
    await Promise.all([refresh('trackerevent'), queries.invalidateQueries({ queryKey: keys.event(event.id) })])
    showSuccess(t('tracking:history.corrected'))
  }
  return (
    <ActionDialog
      title={t('tracking:history.correct')}
      text={t('tracking:history.correctText')}
      submit={t('form.save')}
      disabled={text.trim() === ''}
      fields={['event', 'alarm']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <>
          <TextInput
            label={labelOf(t, 'trackerevent', 'event')}
            maxLength={64}
            required
            value={text}
            error={errorOf('event')}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <TextInput
            label={labelOf(t, 'trackerevent', 'alarm')}
            maxLength={64}
            value={alarm}
            error={errorOf('alarm')}
            onChange={({ currentTarget }) => setAlarm(currentTarget.value)}
          />
        </>
      )}
    </ActionDialog>
  )
}

function RemoveDialog({ event, close }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const run = async () => {
    await guarded(client.remove('trackerevent', event.id))
    navigate(paths.events({ tracker: event.tracker_id }))
    await Promise.all(['trackerevent', 'tracker'].map(refresh))
    showSuccess(doneOf(t, 'trackerevent', 'removed'))
  }
  return (
    <ActionDialog
      title={t('tracking:history.remove')}
      text={t('tracking:history.removeText')}
      submit={t('form.remove')}
      dangerous
      run={run}
      close={close}
    />
  )
}

type Props = { event: TrackerEvent; close: () => void }
