import schema from 'virtual:resource/oauthclient'
import { Button, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { List } from '../../kit/lists/List.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'

/** The assistants that people may connect: those that were entered here, and those that have described themselves. */
export function OAuthClients() {
  const { t } = useTranslation()
  const [makes, setMakes] = useState(false)
  return (
    <Section title={t('organisations:oauthClients.title')} text={t('organisations:oauthClients.text')}>
      <div>
        <Button onClick={() => setMakes(true)}>{t('organisations:oauthClients.new')}</Button>
      </div>
      <List
        resource="oauthclient"
        schema={schema}
        columns={[
          { name: 'name' },
          { name: 'client_id' },
          { name: 'origin', show: ({ origin }) => t(`organisations:oauthClients.origins.${origin}`) },
          { name: 'redirect_uris', show: ({ redirect_uris }) => redirect_uris.join(', ') },
          { name: 'grants' },
          { name: 'created_at', hidden: true },
        ]}
        nameOf={({ name }) => name}
        removable
        empty={t('organisations:oauthClients.none')}
      />
      {makes && <OAuthClientDialog close={() => setMakes(false)} />}
    </Section>
  )
}

function OAuthClientDialog({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [client_id, setClientId] = useState('')
  const [redirect_uris, setRedirects] = useState<string[]>([])
  const run = async () => {
    await guarded(client.create('oauthclient', { name, client_id: client_id.trim(), redirect_uris }))
    await refresh('oauthclient')
  }
  return (
    <ActionDialog
      title={t('organisations:oauthClients.new')}
      submit={t('form.save')}
      disabled={!name.trim() || !client_id.trim() || redirect_uris.length === 0}
      fields={['name', 'client_id', 'redirect_uris']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <>
          <TextInput
            label={t('people:fields.oauthclient.name')}
            description={t('organisations:oauthClients.nameHint')}
            value={name}
            maxLength={100}
            autoComplete="off"
            data-autofocus
            error={errorOf('name')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <TextInput
            label={t('people:fields.oauthclient.client_id')}
            description={t('organisations:oauthClients.idHint')}
            value={client_id}
            maxLength={500}
            autoComplete="off"
            autoCapitalize="none"
            error={errorOf('client_id')}
            onChange={({ currentTarget }) => setClientId(currentTarget.value)}
          />
          <TagsInput
            label={t('people:fields.oauthclient.redirect_uris')}
            description={t('organisations:oauthClients.redirectHint')}
            value={redirect_uris}
            maxTags={10}
            acceptValueOnBlur
            error={errorOf('redirect_uris')}
            onChange={setRedirects}
          />
        </>
      )}
    </ActionDialog>
  )
}
