import schema from 'virtual:resource/remindermessage'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { RecordPage } from '../../kit/record/RecordPage.tsx'

/** The reminder of `?id=`, or a new one. */
export function ReminderPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <RecordPage
      resource="remindermessage"
      schema={schema}
      nameOf={({ subject }) => subject}
      page={paths.reminder}
      list={paths.reminders}
      fields={['subject', 'text', 'role_name', 'next_at', 'repeats', 'active']}
      required={['subject', 'text', 'next_at']}
      defaults={{ repeats: 'never', active: true }}
      given={{ organisation_id }}
      texts={{
        title: t('messaging:reminders.title'),
        create: t('messaging:reminders.new'),
        text: t('messaging:reminders.timezone'),
        missing: t('messaging:reminders.missing'),
      }}
    />
  )
}
