import schema from 'virtual:resource/recipient'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { List } from '../../kit/lists/List.tsx'
import { Page } from '../../kit/page/Page.tsx'

/** Addresses that bounced, unsubscribed or are not confirmed. */
export function RecipientsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <Page title={t('messaging:bounces.title')} wide>
      <Text c="dimmed" mb="md">
        {t('messaging:bounces.text')}
      </Text>
      <List
        key={organisation_id}
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
    </Page>
  )
}
