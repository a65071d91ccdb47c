import schema from 'virtual:resource/organisationconfig'
import { Button, NumberInput, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { type FieldName, hintOf, labelOf } from '../../kit/forms/labels.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { Section } from '../../kit/page/Section.tsx'
import { AddressChips } from '../../messaging/recipients/AddressChips.tsx'
import { AlarmsField } from '../../people/settings/AlarmsField.tsx'
import { AlertMatrix } from '../../people/settings/AlertMatrix.tsx'
import classes from '../../people/settings/Alerts.module.css'
import { Minutes } from '../../people/settings/AlertsForm.tsx'
import { AlertTest } from '../../people/settings/AlertTest.tsx'
import { changedOf, listChannels, listKinds } from '../../people/settings/listValues.ts'
import { alertValuesOf, toSent, type Values } from './alertValues.ts'

/** Of what an organisation notifies whom, and how: the same form as a person's. */
export function OrganisationAlerts({ organisation_id, config, save }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [before] = useState(() => alertValuesOf(config, schema.row.alert_kinds!['x-unsaved']!))
  const form = useForm<Values>({ initialValues: before })
  const dirty = form.isDirty()
  const field = (name: keyof Values & FieldName<'organisationconfig'>) => ({
    ...form.getInputProps(name, { type: name === 'track_opens' ? 'checkbox' : 'input' }),
    ...(refusal?.field === name && { error: refusal.message }),
    name,
    label: labelOf(t, 'organisationconfig', name),
    description: hintOf(t, 'organisationconfig', name),
  })
  const addresses = (name: AddressField) => (
    <AddressChips
      {...field(name)}
      organisation_id={organisation_id}
      channel={name.endsWith('email_recipients') ? 'email' : 'sms'}
    />
  )
  return (
    <form
      onSubmit={form.onSubmit((values) => send(() => save(changedOf(values, before, toSent))))}
      noValidate
      style={{ maxWidth: 640 }}
      aria-label={t('organisations:organisation.alerts')}
    >
      <Section title={t('organisations:organisation.alerts')} text={t('organisations:organisation.alertsText')}>
        <AlertMatrix
          value={form.values.matrix}
          onChange={(matrix) => form.setFieldValue('matrix', matrix)}
          kinds={listKinds}
          channels={listChannels}
          raised={{
            value: form.values.alert_kinds,
            onChange: (alert_kinds) => form.setFieldValue('alert_kinds', alert_kinds),
          }}
        />
        <Minutes {...field('no_data_after_s')} />
        {addresses('email_recipients')}
        {addresses('phone_recipients')}
        <Minutes {...field('remind_every_s')} />
        <AlarmsField {...field('muted_alarms')} value={form.values.muted_alarms} />
        <NumberInput {...field('alerts_per_hour')} min={1} max={10_000} styles={{ wrapper: { maxWidth: 200 } }} />
      </Section>
      <Section title={t('people:alerts.escalation')} text={t('people:alerts.escalationText')}>
        <Minutes {...field('escalate_after_s')} />
        {addresses('escalate_email_recipients')}
        {addresses('escalate_phone_recipients')}
      </Section>
      <Section title={t('organisations:organisation.programs')} text={t('organisations:organisation.programsText')}>
        <TextInput {...field('webhook_url')} type="url" spellCheck={false} autoCapitalize="none" />
        <TextInput {...field('webhook_secret')} type="text" autoComplete="off" spellCheck={false} />
        <Switch {...field('track_opens')} />
      </Section>
      <div className={classes.save}>
        <Button type="submit" loading={busy} disabled={!dirty}>
          {t('form.save')}
        </Button>
        <AlertTest organisation_id={organisation_id} unsaved={dirty} of="organisationconfig" />
        {refusal && !(refusal.field && refusal.field in form.values) && <RefusalAlert refusal={refusal} />}
      </div>
    </form>
  )
}

type AddressField = `${'' | 'escalate_'}${'email' | 'phone'}_recipients`
type Props = {
  organisation_id: number
  config: Row<'organisationconfig'> | null
  save: (body: Record<string, unknown>) => Promise<void>
}
