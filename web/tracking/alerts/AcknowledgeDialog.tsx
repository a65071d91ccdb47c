import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guarded, post } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { alertsOf } from '../kit/queries.ts'
import type { Alert } from '../types.ts'

/** Acknowledges alerts with one note, or changes that of one. */
export function AcknowledgeDialog({ alerts, close }: { alerts: Alert[]; close: () => void }) {
  const { t } = useTranslation()
  const [first] = alerts as [Alert]
  const [note, setNote] = useState((alerts.length === 1 && first.acknowledged_note) || '')
  const done = alerts.length === 1 && first.acknowledged_at !== null
  const run = async () => {
    for (const { id } of alerts) await guarded(post('alert/acknowledge', { id, note }))
    await Promise.all([refresh('alert'), queries.invalidateQueries(alertsOf(first.organisation_id))])
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
      <Textarea
        label={t('tracking:fields.alert.acknowledged_note')}
        description={t('tracking:alertsPage.noteHint')}
        value={note}
        maxLength={500}
        autosize
        minRows={2}
        maxRows={8}
        data-autofocus
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}
