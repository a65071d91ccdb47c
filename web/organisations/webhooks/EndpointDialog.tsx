import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { ActionDialog, STAY } from '../../kit/forms/ActionDialog.tsx'
import { CheckboxList } from '../../kit/forms/CheckboxList.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { GroupsField } from './GroupsField.tsx'
import { NewSecret } from './NewSecret.tsx'
import { textKeys, types, type WebhookType } from './types.ts'

/** A new webhook, whose secret is then shown once, or a change of one. */
export function EndpointDialog({ endpoint, organisation_id, close }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState(endpoint?.name ?? '')
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [chosen, setChosen] = useState<string[]>(endpoint?.types ?? ['alert.raised', 'alert.ended'])
  const [groups, setGroups] = useState<string[]>((endpoint?.group_ids ?? []).map(String))
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) return <NewSecret secret={secret} close={close} />
  const run = async () => {
    const body = { name: name.trim(), url: url.trim(), types: chosen as WebhookType[], group_ids: groups.map(Number) }
    if (endpoint) {
      await guarded(client.update('webhookendpoint', { ...body, id: endpoint.id }))
      return refresh('webhookendpoint')
    }
    const { data } = await guarded(client.create('webhookendpoint', { ...body, organisation_id }))
    await refresh('webhookendpoint')
    setSecret(String(data.secret))
    return STAY
  }
  return (
    <ActionDialog
      title={t(endpoint ? 'organisations:webhooks.edit' : 'organisations:webhooks.new')}
      submit={t(endpoint ? 'form.save' : 'organisations:webhooks.create')}
      disabled={!name.trim() || !url.trim() || chosen.length === 0}
      fields={['name', 'url', 'types', 'group_ids']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <>
          <TextInput
            label={t('organisations:fields.webhookendpoint.name')}
            value={name}
            maxLength={100}
            autoComplete="off"
            data-autofocus
            error={errorOf('name')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <TextInput
            label={t('organisations:fields.webhookendpoint.url')}
            placeholder="https://"
            value={url}
            maxLength={500}
            autoComplete="off"
            error={errorOf('url')}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          />
          <CheckboxList
            label={t('organisations:fields.webhookendpoint.types')}
            choices={types.map((value) => ({ value, label: t(`organisations:webhooks.types.${textKeys[value]}`) }))}
            value={chosen}
            onChange={setChosen}
            error={errorOf('types')}
          />
          <GroupsField
            organisation_id={organisation_id}
            value={groups}
            error={errorOf('group_ids')}
            onChange={setGroups}
          />
        </>
      )}
    </ActionDialog>
  )
}

type Props = { endpoint: Row<'webhookendpoint'> | null; organisation_id: number; close: () => void }
