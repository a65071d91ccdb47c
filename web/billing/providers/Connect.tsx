import { Button, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { type Connection, changeConnection } from './connections.ts'

/** Connects a provider: Xero by its own sign-in page, Stripe by the keys of its dashboard. */
export function Connect(props: Props) {
  return props.connection.kind === 'xero' ? <ConnectXero {...props} /> : <ConnectStripe {...props} />
}

function ConnectXero({ organisation_id, connection }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const connect = () =>
    send(async () => {
      const { data } = await guarded(client.act('POST invoicing/connect', { organisation_id, kind: 'xero' }))
      if ('url' in data) location.assign(data.url)
    })
  return (
    <Stack gap="sm" align="start">
      <RefusalAlert refusal={refusal} />
      <Button onClick={connect} loading={busy}>
        {t(connection.state === 'broken' ? 'billing:provider.connectAgain' : 'billing:provider.connect', {
          name: t('billing:provider.names.xero'),
        })}
      </Button>
    </Stack>
  )
}

function ConnectStripe({ organisation_id, connection }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [secret_key, setSecretKey] = useState('')
  const [webhook_secret, setWebhookSecret] = useState('')
  const name = t('billing:provider.names.stripe')
  const errorOf = (field: string) => (refusal?.field === field ? refusal.message : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(async () => {
      const answer = client.act('POST invoicing/connect', {
        organisation_id,
        kind: 'stripe',
        secret_key: secret_key.trim(),
        ...(webhook_secret.trim() && { webhook_secret: webhook_secret.trim() }),
      })
      await changeConnection(organisation_id, answer as Promise<{ data: Connection }>)
      showSuccess(t('billing:provider.connected', { name }))
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" maw={480}>
        {!errorOf('secret_key') && !errorOf('webhook_secret') && <RefusalAlert refusal={refusal} />}
        <PasswordInput
          label={t('billing:provider.secretKey')}
          description={t('billing:provider.secretKeyText')}
          value={secret_key}
          onChange={(event) => setSecretKey(event.currentTarget.value)}
          error={errorOf('secret_key')}
          autoComplete="off"
          required
        />
        <PasswordInput
          label={t('billing:provider.webhookSecret')}
          description={t('billing:provider.webhookSecretText')}
          value={webhook_secret}
          onChange={(event) => setWebhookSecret(event.currentTarget.value)}
          error={errorOf('webhook_secret')}
          autoComplete="off"
        />
        <div>
          <Button type="submit" loading={busy} disabled={secret_key.trim() === ''}>
            {t(connection.state === 'broken' ? 'billing:provider.connectAgain' : 'billing:provider.connect', { name })}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

type Props = { organisation_id: number; connection: Connection }
