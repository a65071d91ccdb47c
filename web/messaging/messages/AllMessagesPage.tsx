import schema from 'virtual:resource/message'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, post } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { List } from '../../kit/lists/List.tsx'
import { Page } from '../../kit/page/Page.tsx'

/** All messages of the organisation with their delivery states. */
export function AllMessagesPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <Page
      title={t('messaging:allMessages.title')}
      wide
      actions={
        <>
          <Button component={Link} to={paths.templates()} variant="default">
            {t('messaging:allMessages.templates')}
          </Button>
          <Button component={Link} to={paths.reminders()} variant="default">
            {t('messaging:allMessages.reminders')}
          </Button>
          <Button component={Link} to={paths.message()}>
            {t('messaging:allMessages.write')}
          </Button>
        </>
      }
    >
      <List
        key={organisation_id}
        resource="message"
        schema={schema}
        filters={{ organisation_id }}
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
        bulk={[
          { label: t('messaging:allMessages.resend'), run: ({ id }) => post('message/resend', { id }) },
          {
            label: t('form.remove'),
            ask: (count) => t('table.confirmRemove', { count }),
            run: ({ id }) => client.remove('message', id),
          },
        ]}
        empty={t('messaging:allMessages.empty')}
      />
    </Page>
  )
}
