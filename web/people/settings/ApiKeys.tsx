import schema from 'virtual:resource/apikey'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { Copyable } from '../../kit/copy/Copyable.tsx'
import { useNow } from '../../kit/format/useNow.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { List } from '../../kit/lists/List.tsx'
import { refreshMs } from '../../kit/lists/useRefresh.ts'
import { Section } from '../../kit/page/Section.tsx'
import { ApiKeyDialog } from './ApiKeyDialog.tsx'

/** The keys with which programs act as the person in the organisation. */
export function ApiKeys({ organisation_id, user_id }: { organisation_id: number; user_id: number }) {
  const { t } = useTranslation()
  const { ago, moment } = useTimes()
  const now = useNow(refreshMs)
  const [makes, setMakes] = useState(false)
  return (
    <Section title={t('people:apiKeys.title')} text={t('people:apiKeys.text')}>
      <div>
        <Button onClick={() => setMakes(true)}>{t('people:apiKeys.new')}</Button>
      </div>
      <div>
        <Text size="sm">{t('people:apiKeys.connect')}</Text>
        <Copyable what={t('people:apiKeys.address')} text={`${location.origin}/mcp`} />
      </div>
      <List
        resource="apikey"
        schema={schema}
        filters={{ organisation_id, user_id }}
        columns={[
          { name: 'name' },
          {
            name: 'prefix',
            show: ({ prefix, redirect_uri }) =>
              redirect_uri ? t('people:apiKeys.assistantAt', { host: hostOf(redirect_uri) }) : `${prefix}…`,
          },
          {
            name: 'scopes',
            show: ({ scopes }) => scopes.map((each) => t(`people:apiKeys.scopeNames.${each}`)).join(', '),
          },
          {
            name: 'last_used_at',
            show: ({ last_used_at, last_used_ip }) =>
              last_used_at
                ? t('people:apiKeys.usedFrom', { ago: ago(last_used_at, now), ip: last_used_ip ?? '' })
                : t('people:apiKeys.never'),
          },
          {
            name: 'expires_at',
            show: ({ active, expires_at }) => {
              if (!active) return t('people:apiKeys.ended')
              return expires_at ? moment(expires_at) : t('people:apiKeys.forever')
            },
          },
          { name: 'created_at', hidden: true },
        ]}
        nameOf={({ name }) => name}
        bulk={[
          {
            label: t('people:apiKeys.revoke'),
            ask: (count) => t('people:apiKeys.revokeAsk', { count }),
            run: ({ id }) => client.remove('apikey', id),
          },
        ]}
        empty={t('people:apiKeys.none')}
      />
      {makes && <ApiKeyDialog organisation_id={organisation_id} close={() => setMakes(false)} />}
    </Section>
  )
}

/** Of the address to which the code of an assistant was sent: its host, or the scheme of a program. */
function hostOf(address: string): string {
  const { host, protocol } = new URL(address)
  return host || protocol.slice(0, -1)
}
