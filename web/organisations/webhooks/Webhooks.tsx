import schema from 'virtual:resource/webhookendpoint'
import { Badge, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client } from '../../core/api.ts'
import { List } from '../../kit/lists/List.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Deliveries } from './Deliveries.tsx'
import { EndpointDialog } from './EndpointDialog.tsx'
import { ReplaceSecret } from './ReplaceSecret.tsx'
import { textKeys } from './types.ts'

/** The addresses that an organisation's events are sent to, with what became of the last calls. */
export function Webhooks({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const [makes, setMakes] = useState(false)
  const turn = (active: boolean) => ({
    label: t(active ? 'organisations:webhooks.on' : 'organisations:webhooks.off'),
    fits: (row: Row<'webhookendpoint'>) => row.active !== active,
    run: ({ id }: { id: number }) => client.update('webhookendpoint', { id, active }),
  })
  return (
    <Section title={t('organisations:webhooks.title')} text={t('organisations:webhooks.text')}>
      <div>
        <Button onClick={() => setMakes(true)}>{t('organisations:webhooks.new')}</Button>
      </div>
      <List
        resource="webhookendpoint"
        schema={schema}
        filters={{ organisation_id }}
        columns={[
          { name: 'name' },
          { name: 'url' },
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
            dialog: ([row], close) => <Deliveries endpoint={row!} close={close} />,
          },
          {
            label: t('organisations:webhooks.edit'),
            single: true,
            dialog: ([row], close) => (
              <EndpointDialog endpoint={row!} organisation_id={organisation_id} close={close} />
            ),
          },
          {
            label: t('organisations:webhooks.secret'),
            single: true,
            dialog: ([row], close) => <ReplaceSecret endpoint={row!} close={close} />,
          },
          turn(true),
          turn(false),
        ]}
        removable
        empty={t('organisations:webhooks.none')}
      />
      {makes && <EndpointDialog endpoint={null} organisation_id={organisation_id} close={() => setMakes(false)} />}
    </Section>
  )
}

/** Whether it is on, and whether it is accepted. */
export function State({ row: { active, disabled_at, failing_since } }: { row: Stated }) {
  const { t } = useTranslation()
  if (!active) return <Badge color="gray">{t(`organisations:webhooks.${disabled_at ? 'disabled' : 'isOff'}`)}</Badge>
  if (failing_since) return <Badge color="red">{t('organisations:webhooks.failing')}</Badge>
  return <Badge color="teal">{t('organisations:webhooks.isOn')}</Badge>
}

type Stated = Pick<Row<'webhookendpoint'>, 'active' | 'disabled_at' | 'failing_since'>
