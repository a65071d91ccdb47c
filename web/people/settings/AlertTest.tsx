import { Anchor, Button, List, Menu, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, guarded, post } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import { keys } from '../keys.ts'
import { type Channel, channels } from './alertMatrix.ts'

/** Milliseconds between looks at a test that is on its way. */
const pollEvery = 1000

/** Sends a test by the saved settings, and says where it went and what became of it; also for lists. */
export function AlertTest({ unsaved, of = 'userconfig', ...whose }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [sent, setSent] = useState<Sent | null>(null)
  const test = (channel?: Channel) =>
    send(async () => {
      setSent(null)
      const { data } = await guarded(post<Sent>(`${of}/test`, { ...whose, ...(channel && { channel }) }))
      setSent(data)
    })
  return (
    <>
      <Button.Group>
        <Button variant="default" loading={busy} disabled={unsaved} onClick={() => test()}>
          {t(of === 'userconfig' ? 'people:alerts.test' : 'people:alerts.testAll')}
        </Button>
        <Menu position="top-end" withinPortal>
          <Menu.Target>
            <Button variant="default" px={8} disabled={unsaved || busy} aria-label={t('people:alerts.testBy')}>
              <Icon of={IconChevronDown} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {(of === 'userconfig' ? channels : channels.filter((channel) => channel !== 'push')).map((channel) => (
              <Menu.Item key={channel} onClick={() => test(channel)}>
                {t('people:alerts.testOnly', { channel: t(`people:alerts.channels.${channel}`) })}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
      {unsaved && (
        <Text size="sm" c="dimmed">
          {t('people:alerts.testUnsaved')}
        </Text>
      )}
      <RefusalAlert refusal={refusal} />
      <div role="status" style={{ flexBasis: '100%' }}>
        {sent && <Fates sent={sent} read={of === 'userconfig' ? readOwn : readAll} />}
      </div>
    </>
  )
}

function Fates({ sent: { message_ids, without_address = [] }, read }: { sent: Sent; read: Read }) {
  const { t } = useTranslation()
  const platform_admin = useSession((session) => session.user?.platform_admin)
  const { data = [] } = useQuery({
    queryKey: keys.alertTest(message_ids),
    queryFn: () => read(message_ids),
    refetchInterval: ({ state }) => (state.data?.some((each) => each.state === 'queued') ? pollEvery : false),
    staleTime: 0,
  })
  const unsent = data.some(({ state }) => state === 'unsent')
  return (
    <List size="sm">
      {data.map(({ channel, address, state, reason }) => (
        <List.Item key={`${channel} ${address}`}>
          {t('people:alerts.fate', {
            channel: t(`people:alerts.channels.${channel}`),
            to: address || t('people:alerts.browser'),
            state: choiceOf(t, state),
          })}
          {reason && ` (${reason})`}
        </List.Item>
      ))}
      {without_address.map((channel) => (
        <List.Item key={channel}>{t(`people:alerts.noAddress.${channel}`)}</List.Item>
      ))}
      {unsent && (
        <List.Item>
          {t('people:alerts.unsent')}{' '}
          {platform_admin && (
            <Anchor component={Link} to={paths.outbox()} inherit underline="always">
              {t('people:alerts.outbox')}
            </Anchor>
          )}
        </List.Item>
      )}
    </List>
  )
}

const readOwn: Read = async (message_ids) =>
  (await guarded(client.call<{ data: Fate[] }>('GET', 'userconfig/test', { message_ids }))).data

/** Administrators read the messages of their organisation. */
const readAll: Read = async (message_ids) => {
  const messages = await Promise.all(message_ids.map((id) => guarded(client.read('message', id))))
  return messages.flatMap(({ data }) =>
    data.deliveries.map(({ channel, address, state, reason }) => ({
      channel: channel as Channel,
      address: address ?? '',
      state,
      reason,
    })),
  )
}

type Props = { unsaved: boolean } & (
  | { organisation_id: number; of?: 'userconfig' | 'organisationconfig' }
  | { id: number; of: 'trackergroupconfig' }
)
type Read = (message_ids: number[]) => Promise<Fate[]>
/** `without_address`: selected channels for which the person has no address. */
type Sent = { message_ids: number[]; without_address?: Channel[] }
type Fate = { channel: Channel; address: string; state: string; reason: string | null }
