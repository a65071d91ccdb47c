import schema from 'virtual:resource/message'
import { useTranslation } from 'react-i18next'
import { post } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { PeriodAndState, usePeriodAndState } from '../../kit/period/PeriodAndState.tsx'

const states = ['queued', 'held', 'sent', 'delivered', 'unsent', 'failed'] as const

/** All messages of the organisation with their delivery states. */
export function AllMessagesPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { filters, filtered } = usePeriodAndState(states)
  return (
    <ListPage
      title={t('messaging:allMessages.title')}
      links={[
        { to: paths.templates(), label: t('messaging:allMessages.templates') },
        { to: paths.reminders(), label: t('messaging:allMessages.reminders') },
      ]}
      create={{ to: paths.message(), label: t('messaging:allMessages.write') }}
      resource="message"
      schema={schema}
      filters={{ organisation_id, is_draft: false, ...filters }}
      columns={[
        { name: 'subject' },
        { name: 'recipients' },
        { name: 'sender' },
        { name: 'kind' },
        { name: 'state' },
        { name: 'created_at' },
        { name: 'sent', hidden: true },
        { name: 'delivered', hidden: true },
        { name: 'opened', hidden: true },
        { name: 'read', hidden: true },
        { name: 'reason', hidden: true },
      ]}
      nameOf={({ subject, recipients }) => subject || recipients}
      open={({ id }) => paths.message({ id })}
      bulk={[{ label: t('messaging:allMessages.resend'), run: ({ id }) => post('message/resend', { id }) }]}
      removable
      empty={filtered ? t('period.none') : t('messaging:allMessages.empty')}
    >
      <PeriodAndState states={states} label={t('messaging:allMessages.state')} />
    </ListPage>
  )
}
