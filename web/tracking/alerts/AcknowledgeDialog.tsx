import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { alertsOf } from '../kit/queries.ts'
import type { Alert } from '../types.ts'
import { NoteField } from './note/NoteField.tsx'

/** Acknowledges alerts with one note, or changes that of one. */
export function AcknowledgeDialog({ alerts, close }: { alerts: Alert[]; close: () => void }) {
  const { t } = useTranslation()
  const [first] = alerts as [Alert]
  const [note, setNote] = useState((alerts.length === 1 && first.acknowledged_note) || '')
  const done = alerts.length === 1 && first.acknowledged_at !== null
  const run = async () => {
    const { organisation_id, id } = first
    const ids = alerts.map((alert) => alert.id)
    if (done) await guarded(client.act('POST alert/acknowledge', { id, note }))
    else await guarded(client.act('POST alerts/acknowledge', { organisation_id, ids, note }))
    await Promise.all([refresh('alert'), queries.invalidateQueries(alertsOf(organisation_id))])
  }
  return (
    <ActionDialog
      title={
        done
          ? `${t('tracking:alertsPage.changeNote')}: ${first.tracker_name}`
          : t('tracking:alertsPage.acknowledgeSome', { count: alerts.length })
      }
      submit={t(done ? 'form.save' : 'tracking:alerts.acknowledge')}
      run={run}
      close={close}
    >
      <NoteField value={note} onChange={setNote} />
    </ActionDialog>
  )
}
