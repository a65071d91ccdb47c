import schema from 'virtual:resource/maintenancedone'
import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { labelOf } from '../../kit/forms/labels.ts'
import { DistanceField, MoneyField, NumberField } from '../../kit/forms/NumberField.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { useCurrency } from './useCurrency.ts'
import type { Due } from './useUse.ts'

const empty = { done_on: '', next_on: '', odometer_m: '', engine_h: '', cost: '', note: '' }
const names = Object.keys(empty) as Name[]
const properties = schema.create!.properties

/** Enters what was done by a plan, or without one what the counters of a tracker show. */
export function DoneDialog({ tracker_id, organisation_id, due, close }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [values, setValues] = useState<Values>(empty)
  const run = async () => {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    const of_plan = due && { maintenance_plan_id: due.maintenance_plan_id }
    await guarded(client.create('maintenancedone', { tracker_id, ...of_plan, ...given }))
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
      disabled={!due && values.odometer_m === '' && values.engine_h === ''}
      fields={names}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <Fields
          organisation_id={organisation_id}
          dated={due?.every_days != null}
          values={values}
          set={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
          errorOf={errorOf}
        />
      )}
    </ActionDialog>
  )
}

function Fields({ organisation_id, dated, values, set, errorOf }: FieldsProps) {
  const { t } = useTranslation()
  const currency = useCurrency(organisation_id)
  const field = (name: Name) => ({
    name,
    label: labelOf(t, 'maintenancedone', name),
    description: undefined,
    error: errorOf(name),
    value: values[name],
    onChange: (value: number | string) => set(name, value),
  })
  return (
    <>
      <DateInput {...field('done_on')} value={String(values.done_on)} description={t('tracking:maintenance.today')} />
      {dated && (
        <DateInput
          {...field('next_on')}
          value={String(values.next_on)}
          description={t('tracking:maintenance.nextText')}
        />
      )}
      <DistanceField {...field('odometer_m')} />
      <NumberField {...field('engine_h')} schema={properties.engine_h!} />
      <MoneyField {...field('cost')} schema={properties.cost!} currency={currency} />
      <Textarea
        {...field('note')}
        onChange={({ currentTarget }) => set('note', currentTarget.value)}
        autosize
        maxRows={8}
      />
    </>
  )
}

type Name = keyof typeof empty
type Values = Record<Name, number | string>
type Props = { tracker_id: number; organisation_id: number; due?: Due; close: () => void }
type FieldsProps = {
  organisation_id: number
  /** Whether the plan counts days. */
  dated: boolean
  values: Values
  set: (name: Name, value: number | string) => void
  errorOf: (name: string) => string | undefined
}
