import schema from 'virtual:resource/identity'
import { Button, Group, PasswordInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { ActionDialog, STAY } from '../../kit/forms/ActionDialog.tsx'
import { List } from '../../kit/lists/List.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { goToProvider } from '../accounts/goToProvider.ts'
import { keys } from '../keys.ts'

/** The accounts elsewhere by which the person signs in. Nothing is shown where there are no providers. */
export function ConnectedSignIns() {
  const { t } = useTranslation()
  const [connects, setConnects] = useState<Provider | null>(null)
  const { data: providers = [] } = useQuery({
    queryKey: keys.ownProviders(),
    queryFn: async () => (await guarded(client.act('GET identityproviders/own'))).data,
  })
  if (providers.length === 0) return null
  return (
    <Section title={t('people:identities.title')} text={t('people:identities.text')}>
      <Group>
        {providers.map((provider) => (
          <Button key={provider.id} variant="default" onClick={() => setConnects(provider)}>
            {t('people:identities.connect', { name: provider.name })}
          </Button>
        ))}
      </Group>
      <List
        resource="identity"
        schema={schema}
        filters={{}}
        columns={[{ name: 'provider' }, { name: 'email' }, { name: 'last_used_at' }, { name: 'created_at' }]}
        nameOf={({ provider }) => provider}
        bulk={[
          {
            label: t('people:identities.disconnect'),
            ask: (count) => t('people:identities.disconnectAsk', { count }),
            run: ({ id }) => client.remove('identity', id),
          },
        ]}
        empty={t('people:identities.none')}
      />
      {connects && <Connect provider={connects} close={() => setConnects(null)} />}
    </Section>
  )
}

function Connect({ provider, close }: { provider: Provider; close: () => void }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  return (
    <ActionDialog
      title={t('people:identities.connect', { name: provider.name })}
      text={t('people:identities.connectText', { name: provider.name })}
      submit={t('signin.go')}
      disabled={!password}
      fields={['password']}
      run={async () => {
        const body = { identity_provider_id: provider.id, password }
        await goToProvider('identity/connect', body, { keep: false, next: null, connects: true })
        return STAY
      }}
      close={close}
    >
      {(errorOf) => (
        <PasswordInput
          label={t('people:factor.password')}
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={errorOf('password')}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      )}
    </ActionDialog>
  )
}

type Provider = { id: number; name: string }
