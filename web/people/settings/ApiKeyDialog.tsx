import { Button, Checkbox, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { ActionDialog, STAY } from '../../kit/forms/ActionDialog.tsx'
import { MomentField } from '../../kit/forms/MomentField.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Copyable } from '../../kit/ui/Copyable.tsx'

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
          <Checkbox.Group
            label={t('people:fields.apikey.scopes')}
            value={chosen}
            onChange={setChosen}
            error={errorOf('scopes')}
          >
            <Stack gap="xs" mt={4}>
              {scopes
                .filter((each) => each !== 'admin' || administers)
                .map((each) => (
                  <Checkbox key={each} value={each} label={t(`people:apiKeys.scopes.${each}`)} />
                ))}
            </Stack>
          </Checkbox.Group>
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

/** The key, once, and a command to try it. A click beside the dialog does not close it. */
function Made({ apiKey, close }: { apiKey: string; close: () => void }) {
  const { t } = useTranslation()
  const command = `curl -s ${location.origin}/api/v1/trackers -H 'authorization: Bearer ${apiKey}'`
  return (
    <Modal
      opened
      onClose={close}
      title={t('people:apiKeys.made')}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('people:apiKeys.done') }}
    >
      <Stack>
        <Text size="sm">{t('people:apiKeys.madeText')}</Text>
        <Code block style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          <Copyable what={t('people:apiKeys.key')} text={apiKey} quiet />
        </Code>
        <Text size="sm">{t('people:apiKeys.try')}</Text>
        <Code block style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          <Copyable what={t('people:apiKeys.command')} text={command} quiet />
        </Code>
        <Group justify="flex-end">
          <Button onClick={close}>{t('people:apiKeys.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
