import schema from 'virtual:resource/outboxmail'
import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { useCell } from '../../kit/lists/useCell.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'

/** Failed deliveries; `?id=` shows one. */
export function OutboxPage() {
  const { t } = useTranslation()
  const record = useRecord('outboxmail')
  if (record.id !== null) {
    return (
      <Loaded
        query={record}
        title={t('messaging:outbox.title')}
        missing={t('messaging:outbox.missing')}
        actions={<BackToList />}
      >
        {(mail) => <Mail mail={mail} />}
      </Loaded>
    )
  }
  return (
    <ListPage
      title={t('messaging:outbox.title')}
      text={t('messaging:outbox.text')}
      resource="outboxmail"
      schema={schema}
      columns={[{ name: 'subject' }, { name: 'recipient' }, { name: 'channel' }, { name: 'created_at' }]}
      nameOf={({ recipient, subject }) => subject || recipient}
      open={({ id }) => paths.outbox({ id })}
      empty={t('messaging:outbox.empty')}
    />
  )
}

function Mail({ mail }: { mail: Row<'outboxmail'> }) {
  const cell = useCell()
  const { subject, channel, recipient, created_at, text } = mail
  return (
    <Page title={subject || cell('channel', channel)} actions={<BackToList />}>
      <Text c="dimmed" size="sm" mb="md">
        {recipient} · {cell('created_at', created_at)}
      </Text>
      <LinkedText text={text} />
    </Page>
  )
}

function BackToList() {
  const { t } = useTranslation()
  return (
    <Button component={Link} to={paths.outbox()} variant="default">
      {t('messaging:outbox.back')}
    </Button>
  )
}
