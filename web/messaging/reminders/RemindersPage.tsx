import schema from 'virtual:resource/remindermessage'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'

/** Reminders to members with their next date. */
export function RemindersPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const activate = (active: boolean) => (reminder: { id: number }) =>
    client.update('remindermessage', { id: reminder.id, active })
  return (
    <ListPage
      title={t('messaging:reminders.title')}
      text={t('messaging:reminders.text')}
      create={{ to: paths.reminder(), label: t('messaging:reminders.new') }}
      resource="remindermessage"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'subject' },
        { name: 'role_name' },
        { name: 'next_at' },
        { name: 'repeats' },
        { name: 'active' },
        { name: 'last_sent_at', hidden: true },
      ]}
      nameOf={({ subject }) => subject}
      open={({ id }) => paths.reminder({ id })}
      bulk={[
        { label: t('messaging:reminders.activate'), run: activate(true) },
        { label: t('messaging:reminders.deactivate'), run: activate(false) },
      ]}
      removable
      empty={t('messaging:reminders.empty')}
    />
  )
}
