import schema from 'virtual:resource/organisationconfig'
import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Command } from '../../kit/ui/Command.tsx'
import { addressWarningsBelow } from '../../messaging/recipients/fields.tsx'
import { useOrganisationConfig } from './useOrganisationConfig.ts'

/** Defaults until the organisation saves its settings. */
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
  const { data, isError, isPending, save, secret, hideSecret } = useOrganisationConfig(organisation_id)
  if (isError) return <Alert color="red">{t('form.loadFailed')}</Alert>
  if (isPending) return <PageLoader />
  return (
    <Section title={t('organisations:organisation.alerts')} text={t('organisations:organisation.alertsText')}>
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
        below={addressWarningsBelow(organisation_id)}
        save={save}
      />
      <Modal opened={secret !== null} onClose={hideSecret} title={t('organisations:organisation.secretTitle')} centered>
        <Stack>
          <Text size="sm">{t('organisations:organisation.secretText')}</Text>
          <Command what={t('organisations:organisation.secret')} text={secret ?? ''} />
          <Button onClick={hideSecret}>{t('organisations:organisation.secretDone')}</Button>
        </Stack>
      </Modal>
    </Section>
  )
}
