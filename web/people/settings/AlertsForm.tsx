import { Button, NumberInput, type NumberInputProps, Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queries } from '../../core/queries.ts'
import { saveConfig } from '../../core/saveConfig.ts'
import type { User, UserConfig } from '../../core/types.ts'
import { TimeInput } from '../../kit/dates/TimeInput.tsx'
import { type FieldName, hintOf, labelOf } from '../../kit/forms/labels.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { Section } from '../../kit/page/Section.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { AddressChips } from '../../messaging/recipients/AddressChips.tsx'
import { AlarmsField } from './AlarmsField.tsx'
import { AlertMatrix } from './AlertMatrix.tsx'
import classes from './Alerts.module.css'
import { AlertTest } from './AlertTest.tsx'
import { alertValuesOf, changedOf, type Values } from './alertValues.ts'

/** All alert settings in one form with one button to save. */
export function AlertsForm({ user, organisation_id, config }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [before, setBefore] = useState(() => alertValuesOf(config))
  const bothTimes = (value: string, { has_quiet }: Values) => (has_quiet && !value ? t('form.wrong.required') : null)
  const form = useForm<Values>({ initialValues: before, validate: { quiet_from: bothTimes, quiet_to: bothTimes } })
  const dirty = form.isDirty()

  const save = form.onSubmit(async (values) => {
    await send(async () => {
      const message = await saveConfig(queries, user.id, { organisation_id, ...changedOf(values, before) })
      setBefore(values)
      form.resetDirty()
      showSuccess(message ?? t('people:settings.saved'))
    })
  })

  const field = (name: keyof Values & FieldName<'userconfig'>) => ({
    ...form.getInputProps(name, { type: name === 'alert_others_trackers' ? 'checkbox' : 'input' }),
    ...(refusal?.field === name && { error: refusal.message }),
    name,
    label: labelOf(t, 'userconfig', name),
    description: hintOf(t, 'userconfig', name),
  })
  const addresses = (name: AddressField) => {
    return (
      <AddressChips
        {...field(name)}
        organisation_id={organisation_id}
        channel={name.endsWith('email_recipients') ? 'email' : 'sms'}
      />
    )
  }
  const minutes = (name: 'remind_every_s' | 'escalate_after_s') => <Minutes {...field(name)} />
  return (
    <form onSubmit={save} noValidate aria-label={t('people:alerts.title')}>
      <Section title={t('people:alerts.title')} text={t('people:alerts.text')}>
        <AlertMatrix value={form.values.matrix} onChange={(matrix) => form.setFieldValue('matrix', matrix)} />
        <Switch {...field('alert_others_trackers')} />
        {minutes('remind_every_s')}
        <AlarmsField {...field('muted_alarms')} value={form.values.muted_alarms} />
      </Section>
      <Section title={t('people:alerts.recipients')} text={t('people:alerts.recipientsText')}>
        {addresses('email_recipients')}
        {addresses('phone_recipients')}
      </Section>
      <Section title={t('people:alerts.quiet')} text={t('people:alerts.quietText')}>
        <Switch
          label={t('people:alerts.hasQuiet')}
          checked={form.values.has_quiet}
          onChange={(event) => form.setFieldValue('has_quiet', event.currentTarget.checked)}
        />
        {form.values.has_quiet && (
          <div className={classes.times}>
            <TimeInput {...field('quiet_from')} value={form.values.quiet_from} />
            <TimeInput {...field('quiet_to')} value={form.values.quiet_to} />
          </div>
        )}
      </Section>
      <Section title={t('people:alerts.escalation')} text={t('people:alerts.escalationText')}>
        {minutes('escalate_after_s')}
        {addresses('escalate_email_recipients')}
        {addresses('escalate_phone_recipients')}
      </Section>
      <div className={classes.save}>
        <Button type="submit" loading={busy} disabled={!dirty}>
          {t('form.save')}
        </Button>
        <AlertTest organisation_id={organisation_id} unsaved={dirty} />
        {refusal && !(refusal.field && refusal.field in form.values) && <RefusalAlert refusal={refusal} />}
      </div>
    </form>
  )
}

export function Minutes(field: NumberInputProps) {
  const { t } = useTranslation()
  return (
    <NumberInput
      {...field}
      min={0}
      max={10_080}
      allowDecimal
      decimalScale={2}
      step={5}
      suffix={` ${t('people:alerts.minutes')}`}
      styles={{ wrapper: { maxWidth: 200 } }}
    />
  )
}

type AddressField = `${'' | 'escalate_'}${'email' | 'phone'}_recipients`
type Props = { user: User; organisation_id: number; config: UserConfig | null }
