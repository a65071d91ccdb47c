import schema from 'virtual:resource/notifychannel'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { List } from '../../kit/lists/List.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Deliveries } from '../webhooks/Deliveries.tsx'
import { useEndpointList } from '../webhooks/useEndpointList.tsx'
import { ChannelDialog } from './ChannelDialog.tsx'

/** The chats and push services that an organisation's events are sent to, with what became of the last ones. */
export function Channels({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const [makes, setMakes] = useState(false)
  const { columns, turns } = useEndpointList('notifychannel')
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
          ...columns,
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
          ...turns,
        ]}
        removable
        empty={t('organisations:channels.none')}
      />
      {makes && <ChannelDialog channel={null} organisation_id={organisation_id} close={() => setMakes(false)} />}
    </Section>
  )
}
