import schema from 'virtual:resource/outboxmail'
import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { List } from '../../kit/lists/List.tsx'
import { useCell } from '../../kit/lists/useCell.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'

/** Failed deliveries; `?id=` shows one. */
export function OutboxPage() {
  const { t } = useTranslation()
  const id = Number(useSearchParams()[0].get('id')) || null
  if (id) return <Mail id={id} />
  return (
    <Page title={t('messaging:outbox.title')} wide>
      <Text c="dimmed" mb="md">
        {t('messaging:outbox.text')}
      </Text>
      <List
        resource="outboxmail"
        schema={schema}
        filters={{}}
        columns={[{ name: 'subject' }, { name: 'recipient' }, { name: 'channel' }, { name: 'created_at' }]}
        nameOf={({ recipient, subject }) => subject || recipient}
        open={({ id }) => paths.outbox({ id })}
        bulk={[]}
        empty={t('messaging:outbox.empty')}
      />
    </Page>
  )
}

function Mail({ id }: { id: number }) {
  const { t } = useTranslation()
  const cell = useCell()
  const { data, error } = useQuery({
    queryKey: ['outboxmail', id],
    queryFn: async () => (await guarded(client.read('outboxmail', id))).data,
  })
  const back = (
    <Button component={Link} to={paths.outbox()} variant="default">
      {t('messaging:outbox.back')}
    </Button>
  )
  if (error) {
    return (
      <Page title={t('messaging:outbox.title')} actions={back}>
        <Alert color="red">{sentenceOf(error) ?? t('messaging:outbox.missing')}</Alert>
      </Page>
    )
  }
  if (!data) return <PageLoader />
  return (
    <Page title={data.subject || cell('channel', data.channel)} actions={back}>
      <Text c="dimmed" size="sm" mb="md">
        {data.recipient} · {cell('created_at', data.created_at)}
      </Text>
      <LinkedText text={data.text} />
    </Page>
  )
}
