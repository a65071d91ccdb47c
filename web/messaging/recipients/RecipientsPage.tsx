import schema from 'virtual:resource/recipient'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'

/** Addresses that bounced, unsubscribed or are not confirmed. */
export function RecipientsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <ListPage
      title={t('messaging:bounces.title')}
      text={t('messaging:bounces.text')}
      resource="recipient"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'address' },
        { name: 'channel' },
        { name: 'bounced_at' },
        { name: 'bounces', hidden: true },
        { name: 'bounce_reason' },
        { name: 'unsubscribed_at' },
        { name: 'asked_at' },
        { name: 'declined_at' },
      ]}
      nameOf={({ address }) => address}
      bulk={[{ label: t('messaging:bounces.forget'), run: ({ id }) => client.remove('recipient', id) }]}
      empty={t('messaging:bounces.empty')}
    />
  )
}
