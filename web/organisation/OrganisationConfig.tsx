import schema from 'virtual:resource/organisationconfig'
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, guarded, post } from '../api.ts'
import { ResourceForm } from '../forms/ResourceForm.tsx'
import { PageLoader } from '../frame/PageLoader.tsx'
import { useAdminWords } from '../people/words.ts'
import { queries } from '../queries.ts'
import { troubledBelow } from '../recipients/fields.tsx'
import { Section } from '../ui/Section.tsx'
import { sayDone } from '../ui/say.ts'

/** What counts until an organisation has saved something. */
const defaults = {
  alert_email: true,
  alert_alarms: true,
  remind_every_s: 0,
  escalate_after_s: 0,
  alerts_per_hour: 20,
  units: 'metric',
}

export function OrganisationConfig({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { t: words } = useAdminWords()
  const queryKey = ['organisationconfig', organisation_id]
  const { data, isError, isPending } = useQuery({
    queryKey,
    queryFn: async () => (await guarded(client.list('organisationconfig', { organisation_id }))).data[0] ?? null,
    staleTime: 0,
  })
  const save = async (body: Record<string, unknown>) => {
    const saved = await guarded(post<object>('organisationconfig/save', { organisation_id, ...body }))
    queries.setQueryData(queryKey, saved.data)
    sayDone(saved.message ?? words('organisation.configSaved'))
  }
  if (isError) return <Alert color="red">{t('form.loadFailed')}</Alert>
  if (isPending) return <PageLoader />
  return (
    <Section title={words('organisation.alerts')} text={words('organisation.alertsText')}>
      <ResourceForm
        key={data?.modified_at}
        resource="organisationconfig"
        body={schema.update!}
        row={data ?? defaults}
        fields={[
          'alert_email',
          'alert_sms',
          'email_recipients',
          'phone_recipients',
          'alert_on_return',
          'alert_alarms',
          'muted_alarms',
          'alert_offline',
          'remind_every_s',
          'escalate_after_s',
          'escalate_email_recipients',
          'escalate_phone_recipients',
          'alerts_per_hour',
          'track_opens',
          'webhook_url',
          'webhook_secret',
        ]}
        below={troubledBelow(organisation_id)}
        save={save}
      />
    </Section>
  )
}
