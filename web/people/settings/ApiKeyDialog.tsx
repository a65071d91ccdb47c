import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { ShownOnce } from '../../kit/copy/ShownOnce.tsx'
import { ActionDialog, STAY } from '../../kit/forms/ActionDialog.tsx'
import { CheckboxList } from '../../kit/forms/CheckboxList.tsx'
import { MomentField } from '../../kit/forms/MomentField.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'

const scopes = ['read', 'write', 'devices', 'admin'] as const

/** A new key: its name, what it may do and until when; then the key itself, once. */
export function ApiKeyDialog({ organisation_id, close }: { organisation_id: number; close: () => void }) {
  const { t } = useTranslation()
  const administers = useAdministers(organisation_id)
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string[]>(['read'])
  const [expires_at, setExpires] = useState('')
  const [key, setKey] = useState<string | null>(null)
  if (key !== null) return <Made apiKey={key} close={close} />
  const run = async () => {
    const body = { organisation_id, name, scopes: chosen as (typeof scopes)[number][] }
    const { data } = await guarded(client.create('apikey', { ...body, ...(expires_at && { expires_at }) }))
    await refresh('apikey')
    setKey(String(data.key))
    return STAY
  }
  return (
    <ActionDialog
      title={t('people:apiKeys.new')}
      submit={t('people:apiKeys.create')}
      disabled={!name.trim() || chosen.length === 0}
      fields={['name', 'scopes', 'expires_at']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <>
          <TextInput
            label={t('people:fields.apikey.name')}
            description={t('people:apiKeys.nameHint')}
            value={name}
            maxLength={100}
            autoComplete="off"
            data-autofocus
            error={errorOf('name')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <CheckboxList
            label={t('people:fields.apikey.scopes')}
            choices={scopes
              .filter((scope) => scope !== 'admin' || administers)
              .map((value) => ({ value, label: t(`people:apiKeys.scopes.${value}`) }))}
            value={chosen}
            onChange={setChosen}
            error={errorOf('scopes')}
          />
          <MomentField
            name="expires_at"
            label={t('people:apiKeys.expires')}
            description={t('people:apiKeys.expiresHint')}
            withAsterisk={false}
            error={errorOf('expires_at')}
            value={expires_at}
            onChange={setExpires}
          />
        </>
      )}
    </ActionDialog>
  )
}

/** The key, and a command to try it. */
function Made({ apiKey, close }: { apiKey: string; close: () => void }) {
  const { t } = useTranslation()
  const command = `curl -s ${location.origin}/api/v1/trackers -H 'authorization: Bearer ${apiKey}'`
  return (
    <ShownOnce
      title={t('people:apiKeys.made')}
      parts={[
        { text: t('people:apiKeys.madeText'), what: t('people:apiKeys.key'), value: apiKey },
        { text: t('people:apiKeys.try'), what: t('people:apiKeys.command'), value: command },
        { text: t('people:apiKeys.assistant'), what: t('people:apiKeys.address'), value: `${location.origin}/mcp` },
      ]}
      done={t('people:apiKeys.done')}
      close={close}
    />
  )
}
