import { Badge, Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { textKeys } from './types.ts'

/** The last calls of a webhook, each with what was sent and answered; a test, and a call again. */
export function Deliveries({ endpoint: { id, name, active }, of = 'webhookendpoint', close }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const query = { webhook_endpoint_id: id, limit: SHOWN }
  const { data: calls = [] } = useQuery({
    queryKey: queryKeys.page('webhookdelivery', query, 0),
    queryFn: async () => (await client.list('webhookdelivery', query)).data,
    refetchInterval: POLL_MS,
  })
  const ask = (work: () => Promise<unknown>) =>
    send(async () => {
      await guarded(work())
      await Promise.all([refresh('webhookdelivery'), refresh(of)])
    })
  return (
    <Modal
      opened
      onClose={close}
      title={t('organisations:webhooks.callsOf', { name })}
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': t('organisations:webhooks.done') }}
    >
      <Stack>
        <RefusalAlert refusal={refusal} />
        <Group>
          <Button loading={busy} disabled={!active} onClick={() => ask(() => client.act(`POST ${of}/test`, { id }))}>
            {t('organisations:webhooks.test')}
          </Button>
        </Group>
        {calls.length === 0 && <Text c="dimmed">{t('organisations:webhooks.noCalls')}</Text>}
        {calls.map((call) => (
          <Call
            key={call.id}
            call={call}
            replay={() => ask(() => client.act('POST webhookdelivery/replay', { id: call.id }))}
          />
        ))}
      </Stack>
    </Modal>
  )
}

function Call({ call, replay }: { call: Row<'webhookdelivery'>; replay: () => void }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { type, state, happened_at, attempts, status, error, body } = call
  const colour = { delivered: 'teal', waiting: 'yellow', failed: 'red' }[state]
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Group gap="xs">
          <Badge color={colour}>{t(`organisations:webhooks.states.${state}`)}</Badge>
          <Text size="sm" fw={600}>
            {t(`organisations:webhooks.types.${textKeys[type]}`)}
          </Text>
          <Text size="sm" c="dimmed">
            {moment(happened_at)}
          </Text>
        </Group>
        {state !== 'waiting' && (
          <Button size="compact-sm" variant="default" onClick={replay}>
            {t('organisations:webhooks.again')}
          </Button>
        )}
      </Group>
      {attempts > 0 && (
        <Text size="sm" c={error ? 'var(--mantine-color-error)' : 'dimmed'}>
          {error ?? t('organisations:webhooks.answered', { status: status ?? '' })}
          {attempts > 1 && ` · ${t('organisations:webhooks.attempts', { count: attempts })}`}
        </Text>
      )}
      <details>
        <summary>{t('organisations:webhooks.body')}</summary>
        <Code block>{JSON.stringify(JSON.parse(body), null, 2)}</Code>
      </details>
    </Stack>
  )
}

const SHOWN = 20
const POLL_MS = 3_000

type Props = {
  endpoint: Pick<Row<'webhookendpoint'>, 'id' | 'name' | 'active'>
  of?: 'webhookendpoint' | 'notifychannel'
  close: () => void
}
