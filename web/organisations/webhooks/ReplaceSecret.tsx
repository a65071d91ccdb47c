import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { ActionDialog, STAY } from '../../kit/forms/ActionDialog.tsx'
import { NewSecret } from './NewSecret.tsx'

/** Asks before a secret is replaced, and then shows the new one. */
export function ReplaceSecret({ endpoint, close }: { endpoint: Row<'webhookendpoint'>; close: () => void }) {
  const { t } = useTranslation()
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) return <NewSecret secret={secret} close={close} />
  return (
    <ActionDialog
      title={`${t('organisations:webhooks.secret')}: ${endpoint.name}`}
      text={t('organisations:webhooks.secretAsk')}
      submit={t('organisations:webhooks.secret')}
      run={async () => {
        const { data } = await guarded(client.act('POST webhookendpoint/secret', { id: endpoint.id }))
        setSecret(data.secret)
        return STAY
      }}
      close={close}
    />
  )
}
