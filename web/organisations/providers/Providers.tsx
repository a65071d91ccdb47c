import schema from 'virtual:resource/identityprovider'
import { Badge, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { Copyable } from '../../kit/copy/Copyable.tsx'
import { List } from '../../kit/lists/List.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { ProviderDialog } from './ProviderDialog.tsx'

/** Where people sign in elsewhere: of an organisation, or of the installation (null). */
export function Providers({ organisation_id }: { organisation_id: number | null }) {
  const { t } = useTranslation()
  const [makes, setMakes] = useState(false)
  const turn = (active: boolean) => ({
    label: t(active ? 'organisations:webhooks.on' : 'organisations:webhooks.off'),
    fits: (row: Row<'identityprovider'>) => row.active !== active,
    run: ({ id }: { id: number }) => client.update('identityprovider', { id, active }),
  })
  const of = organisation_id === null ? 'installation' : 'organisation'
  return (
    <Section title={t('organisations:providers.title')} text={t(`organisations:providers.text.${of}`)}>
      <div>
        <Text size="sm">{t('organisations:providers.redirect')}</Text>
        <Copyable
          what={t('organisations:providers.redirectWhat')}
          text={`${location.origin}${paths.providerSignIn()}`}
        />
      </div>
      <div>
        <Button onClick={() => setMakes(true)}>{t('organisations:providers.new')}</Button>
      </div>
      <List
        resource="identityprovider"
        schema={schema}
        filters={organisation_id === null ? { installation: true } : { organisation_id }}
        columns={[
          { name: 'name' },
          { name: 'issuer' },
          { name: 'active', show: (row) => <State row={row} /> },
          { name: 'identities' },
          { name: 'last_used_at' },
          {
            name: 'last_error',
            show: ({ last_error }) => last_error && <Text c="var(--mantine-color-error)">{last_error}</Text>,
          },
        ]}
        nameOf={({ name }) => name}
        bulk={[
          {
            label: t('organisations:webhooks.edit'),
            single: true,
            dialog: ([row], close) => (
              <ProviderDialog provider={row!} organisation_id={organisation_id} close={close} />
            ),
          },
          turn(true),
          turn(false),
        ]}
        removable
        empty={t('organisations:providers.none')}
      />
      {makes && <ProviderDialog provider={null} organisation_id={organisation_id} close={() => setMakes(false)} />}
    </Section>
  )
}

function State({ row: { active, force } }: { row: Row<'identityprovider'> }) {
  const { t } = useTranslation()
  if (!active) return <Badge color="gray">{t('organisations:webhooks.isOff')}</Badge>
  return <Badge color="teal">{t(force ? 'organisations:providers.isForced' : 'organisations:webhooks.isOn')}</Badge>
}
