import schema from 'virtual:resource/notifychannel'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client } from '../../core/api.ts'
import { List } from '../../kit/lists/List.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Deliveries } from '../webhooks/Deliveries.tsx'
import { textKeys } from '../webhooks/types.ts'
import { State } from '../webhooks/Webhooks.tsx'
import { ChannelDialog } from './ChannelDialog.tsx'

/** The chats and push services that an organisation's events are sent to, with what became of the last ones. */
export function Channels({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const [makes, setMakes] = useState(false)
  const turn = (active: boolean) => ({
    label: t(active ? 'organisations:webhooks.on' : 'organisations:webhooks.off'),
    fits: (row: Row<'notifychannel'>) => row.active !== active,
    run: ({ id }: { id: number }) => client.update('notifychannel', { id, active }),
  })
  return (
    <Section title={t('organisations:channels.title')} text={t('organisations:channels.text')}>
      <div>
        <Button onClick={() => setMakes(true)}>{t('organisations:channels.new')}</Button>
      </div>
      <List
        resource="notifychannel"
        schema={schema}
        filters={{ organisation_id }}
        columns={[
          { name: 'name' },
          { name: 'preset', show: ({ preset }) => t(`organisations:channels.presets.${preset}`) },
          {
            name: 'types',
            show: ({ types }) => types.map((type) => t(`organisations:webhooks.types.${textKeys[type]}`)).join(', '),
          },
          { name: 'active', show: (row) => <State row={row} /> },
          { name: 'delivered' },
          { name: 'waiting' },
          { name: 'last_delivered_at' },
          {
            name: 'last_error',
            show: ({ last_error }) => last_error && <Text c="var(--mantine-color-error)">{last_error}</Text>,
          },
        ]}
        nameOf={({ name }) => name}
        bulk={[
          {
            label: t('organisations:webhooks.calls'),
            single: true,
            dialog: ([row], close) => <Deliveries endpoint={row!} of="notifychannel" close={close} />,
          },
          {
            label: t('organisations:webhooks.edit'),
            single: true,
            dialog: ([row], close) => <ChannelDialog channel={row!} organisation_id={organisation_id} close={close} />,
          },
          turn(true),
          turn(false),
        ]}
        removable
        empty={t('organisations:channels.none')}
      />
      {makes && <ChannelDialog channel={null} organisation_id={organisation_id} close={() => setMakes(false)} />}
    </Section>
  )
}
