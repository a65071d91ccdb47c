import schema from 'virtual:resource/webhookendpoint'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { List } from '../../kit/lists/List.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Deliveries } from './Deliveries.tsx'
import { EndpointDialog } from './EndpointDialog.tsx'
import { ReplaceSecret } from './ReplaceSecret.tsx'
import { useEndpointList } from './useEndpointList.tsx'

/** The addresses that an organisation's events are sent to, with what became of the last calls. */
export function Webhooks({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const [makes, setMakes] = useState(false)
  const { columns, turns } = useEndpointList('webhookendpoint')
  return (
    <Section title={t('organisations:webhooks.title')} text={t('organisations:webhooks.text')}>
      <div>
        <Button onClick={() => setMakes(true)}>{t('organisations:webhooks.new')}</Button>
      </div>
      <List
        resource="webhookendpoint"
        schema={schema}
        filters={{ organisation_id }}
        columns={[{ name: 'name' }, { name: 'url' }, ...columns]}
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
          ...turns,
        ]}
        removable
        empty={t('organisations:webhooks.none')}
      />
      {makes && <EndpointDialog endpoint={null} organisation_id={organisation_id} close={() => setMakes(false)} />}
    </Section>
  )
}
