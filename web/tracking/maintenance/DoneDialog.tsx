import schema from 'virtual:resource/maintenancedone'
import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { labelOf } from '../../kit/forms/labels.ts'
import { DistanceField, NumberField } from '../../kit/forms/NumberField.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import type { Due } from './useUse.ts'

/** Enters what was done by a plan, or without one what the counters of a tracker show. */
export function DoneDialog({ tracker_id, due, close }: { tracker_id: number; due?: Due; close: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [done_on, setDay] = useState('')
  const [odometer_m, setOdometer] = useState<number | string>('')
  const [engine_h, setEngine] = useState<number | string>('')
  const [note, setNote] = useState('')
  const label = (name: 'done_on' | 'odometer_m' | 'engine_h' | 'note') => labelOf(t, 'maintenancedone', name)
  const run = async () => {
    await guarded(
      client.create('maintenancedone', {
        tracker_id,
        ...(due && { maintenance_plan_id: due.maintenance_plan_id }),
        ...(done_on && { done_on }),
        ...(odometer_m !== '' && { odometer_m: Number(odometer_m) }),
        ...(engine_h !== '' && { engine_h: Number(engine_h) }),
        ...(note && { note }),
      }),
    )
    await Promise.all([refresh('maintenancedone'), queries.invalidateQueries({ queryKey: ['maintenance'] })])
    showSuccess(t('tracking:maintenance.saved'))
  }
  return (
    <ActionDialog
      title={
        due
          ? t('tracking:maintenance.doneTitle', { plan: due.plan_name, tracker: due.tracker_name })
          : t('tracking:maintenance.setCounters')
      }
      text={t(due ? 'tracking:maintenance.doneText' : 'tracking:maintenance.setText')}
      submit={t('form.save')}
      disabled={!due && odometer_m === '' && engine_h === ''}
      fields={['done_on', 'odometer_m', 'engine_h', 'note']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <>
          <DateInput
            label={label('done_on')}
            description={t('tracking:maintenance.today')}
            error={errorOf('done_on')}
            value={done_on}
            onChange={setDay}
          />
          <DistanceField
            name="odometer_m"
            label={label('odometer_m')}
            description={undefined}
            error={errorOf('odometer_m')}
            value={odometer_m}
            onChange={setOdometer}
          />
          <NumberField
            name="engine_h"
            label={label('engine_h')}
            description={undefined}
            error={errorOf('engine_h')}
            schema={schema.create!.properties.engine_h!}
            value={engine_h}
            onChange={setEngine}
          />
          <Textarea
            label={label('note')}
            error={errorOf('note')}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
            autosize
            maxRows={8}
          />
        </>
      )}
    </ActionDialog>
  )
}
