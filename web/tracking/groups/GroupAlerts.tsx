import schema from 'virtual:resource/trackergroupconfig'
import { Alert, Button, Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { type FieldName, hintOf, labelOf } from '../../kit/forms/labels.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { unwrap } from '../../kit/forms/schema.ts'
import { useSending } from '../../kit/forms/useSending.ts'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { AddressChips } from '../../messaging/recipients/AddressChips.tsx'
import { AlarmsField } from '../../people/settings/AlarmsField.tsx'
import { AlertMatrix } from '../../people/settings/AlertMatrix.tsx'
import classes from '../../people/settings/Alerts.module.css'
import { Minutes } from '../../people/settings/AlertsForm.tsx'
import { AlertTest } from '../../people/settings/AlertTest.tsx'
import { type RaisedKind, raisedKinds } from '../../people/settings/alertMatrix.ts'
import { changedOf, type ListValues, listChannels, listKinds, listValuesOf } from '../../people/settings/listValues.ts'
import { keys } from '../keys.ts'

type Config = Row<'trackergroupconfig'>
type Group_ = Row<'trackergroup'>

const unsaved = unwrap(schema.row.alert_kinds!).schema['x-unsaved'] as RaisedKind[]

/** Who is notified of the trackers of a group and of those below it, and what is raised of them. */
export function GroupAlerts({ group }: { group: Group_ }) {
  const { t } = useTranslation()
  const queryKey = keys.groupConfig(group.id)
  const { data, isError, isPending } = useQuery({
    queryKey,
    queryFn: async () => (await guarded(client.list('trackergroupconfig', { group_id: group.id }))).data[0] ?? null,
    staleTime: 0,
  })
  if (isError) return <Alert color="red">{t('form.loadFailed')}</Alert>
  if (isPending) return <PageLoader />
  const save = async (body: Record<string, unknown>) => {
    const { data: saved, message } = data
      ? await guarded(client.update('trackergroupconfig', { id: data.id, modified_at: data.modified_at, ...body }))
      : await guarded(client.create('trackergroupconfig', { group_id: group.id, ...body }))
    queries.setQueryData(queryKey, saved)
    showSuccess(message ?? t('tracking:trackerGroups.alertsSaved'))
  }
  return <GroupAlertsForm key={data?.modified_at} group={group} config={data} save={save} />
}

function GroupAlertsForm({ group, config, save }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [before] = useState(() => valuesOf(config))
  const form = useForm<Values>({ initialValues: before })
  const dirty = form.isDirty()
  const { alert_kinds } = form.values
  const field = (name: keyof ListValues & FieldName<'trackergroupconfig'>) => ({
    ...form.getInputProps(name),
    ...(refusal?.field === name && { error: refusal.message }),
    name,
    label: labelOf(t, 'trackergroupconfig', name),
    description: hintOf(t, 'trackergroupconfig', name),
  })
  const addresses = (name: AddressField) => (
    <AddressChips
      {...field(name)}
      organisation_id={group.organisation_id}
      channel={name.endsWith('email_recipients') ? 'email' : 'sms'}
    />
  )
  const setKinds = (kinds: RaisedKind[] | null) => form.setFieldValue('alert_kinds', kinds)
  return (
    <form
      onSubmit={form.onSubmit((values) => send(() => save(changedOf(values, before, toSent))))}
      noValidate
      aria-label={t('tracking:trackerGroups.alerts')}
    >
      <Section title={t('tracking:trackerGroups.alerts')} text={t('tracking:trackerGroups.alertsText')} apart>
        <Switch
          label={t('tracking:trackerGroups.ownKinds')}
          description={t('tracking:trackerGroups.ownKindsText')}
          checked={alert_kinds !== null}
          onChange={({ currentTarget }) => setKinds(currentTarget.checked ? [...unsaved] : null)}
        />
        <AlertMatrix
          value={form.values.matrix}
          onChange={(matrix) => form.setFieldValue('matrix', matrix)}
          kinds={listKinds}
          channels={listChannels}
          {...(alert_kinds && { raised: { value: alert_kinds, onChange: setKinds } })}
        />
        {addresses('email_recipients')}
        {addresses('phone_recipients')}
        <Minutes {...field('remind_every_s')} />
        <AlarmsField {...field('muted_alarms')} value={form.values.muted_alarms} />
      </Section>
      <Section title={t('people:alerts.escalation')} text={t('people:alerts.escalationText')}>
        <Minutes {...field('escalate_after_s')} />
        {addresses('escalate_email_recipients')}
        {addresses('escalate_phone_recipients')}
      </Section>
      <div className={classes.save}>
        <Button type="submit" loading={busy} disabled={!dirty}>
          {t('form.save')}
        </Button>
        {config && <AlertTest id={config.id} unsaved={dirty} of="trackergroupconfig" />}
        {refusal && !(refusal.field && refusal.field in form.values) && <RefusalAlert refusal={refusal} />}
      </div>
    </form>
  )
}

const valuesOf = (config: Config | null): Values => ({
  ...listValuesOf(config),
  alert_kinds: config?.alert_kinds ?? null,
})

const toSent = ({ alert_kinds }: Own) => ({
  alert_kinds: alert_kinds && raisedKinds.filter((kind) => alert_kinds.includes(kind)),
})

type AddressField = `${'' | 'escalate_'}${'email' | 'phone'}_recipients`
/** `alert_kinds`: null is as above. */
type Own = { alert_kinds: RaisedKind[] | null }
type Values = ListValues & Own
type Props = { group: Group_; config: Config | null; save: (body: Record<string, unknown>) => Promise<void> }
