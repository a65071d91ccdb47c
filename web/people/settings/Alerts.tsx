import schema from 'virtual:resource/userconfig'
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queries } from '../../core/queries.ts'
import { saveConfig } from '../../core/saveConfig.ts'
import type { User, UserConfig } from '../../core/types.ts'
import { configOf } from '../../core/usePreferences.ts'
import type { FieldName } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { PushInThisBrowser } from '../../messaging/push/PushInThisBrowser.tsx'
import { addressWarningsBelow } from '../../messaging/recipients/fields.tsx'
import { TrackerOverrides } from './TrackerOverrides.tsx'

/** Defaults until the user saves preferences. */
const defaults = {
  alert_tracker_email: true,
  alert_phone_email: true,
  alert_alarms: true,
  remind_every_s: 0,
  escalate_after_s: 0,
}

const groups: [title: 'title' | 'more' | 'quiet' | 'escalation', FieldName<'userconfig'>[]][] = [
  [
    'title',
    [
      'alert_tracker_email',
      'alert_tracker_sms',
      'alert_phone_email',
      'alert_phone_sms',
      'alert_tracker_push',
      'alert_phone_push',
      'email_recipients',
      'phone_recipients',
      'alert_others_trackers',
    ],
  ],
  ['more', ['alert_on_return', 'alert_alarms', 'muted_alarms', 'alert_offline', 'remind_every_s']],
  ['quiet', ['quiet_from', 'quiet_to']],
  ['escalation', ['escalate_after_s', 'escalate_email_recipients', 'escalate_phone_recipients']],
]
const texts = { title: 'text', quiet: 'quietText', escalation: 'escalationText' } as const

/** Notification preferences of a user in an organisation, one form for each part. */
export function Alerts({ user, organisation_id }: { user: User; organisation_id: number }) {
  const { t } = useTranslation()
  const { data, isError, isPending } = useQuery(configOf(organisation_id, user.id))
  const save = async (body: Partial<UserConfig>) => {
    const message = await saveConfig(queries, user.id, { organisation_id, ...body })
    showSuccess(message ?? t('people:settings.saved'))
  }
  if (isError) return <Alert color="red">{t('people:settings.failed')}</Alert>
  if (isPending) return <PageLoader />
  return (
    <>
      {groups.map(([name, fields]) => (
        <Section
          key={name}
          title={t(`people:alerts.${name}`)}
          {...(name !== 'more' && { text: t(`people:alerts.${texts[name]}`) })}
        >
          <ResourceForm
            resource="userconfig"
            body={schema.update!}
            row={data ?? defaults}
            fields={fields}
            below={addressWarningsBelow(organisation_id)}
            save={save}
          />
        </Section>
      ))}
      <TrackerOverrides user_id={user.id} organisation_id={organisation_id} />
      <PushInThisBrowser />
    </>
  )
}
