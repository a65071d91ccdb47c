import schema from 'virtual:resource/recipient'
import { Text } from '@mantine/core'
import { client } from '../api.ts'
import { Page } from '../frame/Page.tsx'
import { List } from '../lists/List.tsx'
import { useSession } from '../stores/session.ts'
import { useMessageWords } from './words.ts'

/** Addresses that something is the matter with. */
export function RecipientsPage() {
  const { t } = useMessageWords()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <Page title={t('bounces.title')} wide>
      <Text c="dimmed" mb="md">
        {t('bounces.text')}
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
        bulk={[{ label: t('bounces.forget'), run: ({ id }) => client.remove('recipient', id) }]}
        empty={t('bounces.empty')}
      />
    </Page>
  )
}
