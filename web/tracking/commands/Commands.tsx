import schema from 'virtual:resource/trackercommand'
import { Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { List } from '../../kit/lists/List.tsx'
import type { Column } from '../../kit/lists/Table.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import type { Filters } from '../../kit/lists/useListQuery.ts'
import { refreshMs, useRefresh } from '../../kit/lists/useRefresh.ts'
import { showFailure, showSuccess } from '../../kit/ui/showToast.ts'
import { useCommandText } from './useCommandText.ts'

/** Commands to devices, newest first, with what became of them: of a tracker, or of all. */
export function Commands({ filters, empty }: { filters: Filters; empty: string }) {
  const { t } = useTranslation()
  const { time } = useTimes()
  const now = useNow(refreshMs)
  const { commandText } = useCommandText()
  useRefresh('trackercommand', isUnderWay)
  const columns: Column<'trackercommand'>[] = [
    ...('tracker_id' in filters
      ? []
      : [{ name: 'tracker_id' as const, show: ({ tracker_name }: Command) => tracker_name }]),
    {
      name: 'type',
      show: (command) => `${command.by_sms ? `${t('tracking:commands.asSms')}: ` : ''}${commandText(command)}`,
    },
    { name: 'state', show: (command) => <State command={command} now={now} /> },
    { name: 'answer', show: ({ answer, reason }) => answer ?? (reason && <Text c="dimmed">{reason}</Text>) },
    { name: 'queued_at', show: ({ queued_at }) => time(queued_at, now) },
    {
      name: 'created_by',
      show: ({ by_settings, created_by }) => (by_settings ? t('tracking:commands.bySettings') : created_by),
    },
    { name: 'why' },
    { name: 'sent_at', hidden: true },
    { name: 'answered_at', hidden: true },
    { name: 'send_at', hidden: true },
    { name: 'expires_at', hidden: true },
  ]
  const stop = async ({ batch }: Command) => {
    try {
      const { data } = await guarded(client.act('POST trackercommand/stop', { batch: batch! }))
      showSuccess(t('tracking:commands.stopped', { count: data.stopped }))
    } catch (error) {
      showFailure(error, t('form.unreachable'))
    }
    await refresh('trackercommand')
  }
  return (
    <List
      resource="trackercommand"
      schema={schema}
      filters={filters}
      columns={columns}
      nameOf={(command) => `${command.tracker_name}: ${commandText(command)}`}
      open={({ tracker_id }) => paths.tracker({ id: tracker_id, tab: 'commands' })}
      bulk={[
        {
          label: t('tracking:commands.remove'),
          fits: ({ state }) => state === 'queued',
          run: ({ id }) => client.remove('trackercommand', id),
        },
        {
          label: t('tracking:commands.stop'),
          single: true,
          fits: ({ state, batch }) => state === 'queued' && batch !== null,
          run: stop,
        },
      ]}
      empty={empty}
    />
  )
}

/** Of one that was given just now a person waits for the answer. */
const isUnderWay = ({ state, queued_at }: Command, now: number) =>
  (state === 'queued' || state === 'sent') && now - Date.parse(queued_at) < ANSWER_TIMEOUT_MS

const ANSWER_TIMEOUT_MS = 120_000

/** How far it is, and what it waits for. */
function State({ command, now }: { command: Command; now: number }) {
  const { t } = useTranslation()
  const { time } = useTimes()
  const { state, send_at, dangerous, by_sms, sent_at, answered_at } = command
  const later = state === 'queued' && send_at !== null && Date.parse(send_at) > now
  const waits = later
    ? t('tracking:commands.waits', { time: time(send_at, now) })
    : dangerous
      ? t('tracking:commands.stands')
      : !by_sms && t('tracking:commands.connects')
  const at = answered_at ?? sent_at
  return (
    <>
      <Badge variant="light" color={colours[state]} me={8}>
        {t(`tracking:commands.states.${state}`)}
      </Badge>
      <Text span c="dimmed" size="sm">
        {state === 'queued' ? waits : at && time(at, now)}
      </Text>
    </>
  )
}

const colours = { queued: 'gray', sent: 'blue', answered: 'teal', expired: 'gray', failed: 'red' } as const

type Command = Row<'trackercommand'>
