import { Alert, Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { Connect } from './Connect.tsx'
import { type Connection, changeConnection } from './connections.ts'
import { ProviderChoices } from './ProviderChoices.tsx'
import classes from './Providers.module.css'
import { PushDialog } from './PushDialog.tsx'

/** A provider: how it stands, what it still needs, and what can be done about it. */
export function ProviderCard({ organisation_id, connection }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const { kind, state, available, last_error } = connection
  const is_connected = state === 'connected' || state === 'broken'
  const name = t(`billing:provider.names.${kind}`)
  const { run } = useAction({ changes: ['providerpush'] })
  const disconnect = () =>
    run(
      () => changeConnection(organisation_id, client.act('POST invoicing/disconnect', { organisation_id, kind })),
      t('billing:provider.disconnected', { name }),
    )
  return (
    <section className={classes.card} aria-labelledby={id}>
      <Group justify="space-between" gap="xs">
        <Title id={id} order={2} size="h5">
          {name}
        </Title>
        <Badge variant="light" color={colours[state]}>
          {t(`billing:provider.states.${state}`)}
        </Badge>
      </Group>
      <Text c="dimmed" size="sm">
        {t(`billing:provider.about.${kind}`)}
      </Text>
      {state === 'broken' && (
        <Alert color="red" title={t('billing:provider.broken')}>
          {last_error ?? t('billing:provider.brokenText')}
        </Alert>
      )}
      {is_connected && <Status organisation_id={organisation_id} connection={connection} />}
      {is_connected && (
        <ProviderChoices
          // What the server answers after saving fills the fields again.
          key={`${connection.tenant_id} ${connection.payment_account_code}`}
          organisation_id={organisation_id}
          connection={connection}
        />
      )}
      {state !== 'connected' && available && <Connect organisation_id={organisation_id} connection={connection} />}
      {!available && !is_connected && <Text size="sm">{t('billing:provider.unavailable', { name })}</Text>}
      {is_connected && (
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            {t('billing:provider.disconnectText')}
          </Text>
          <ConfirmButton label={t('billing:provider.disconnect', { name })} run={disconnect} dangerous />
        </Stack>
      )}
    </section>
  )
}

function Status({ organisation_id, connection }: Props) {
  const { t } = useTranslation()
  const { moment, time } = useTimes()
  const { kind, tenant_name, connected_at, connected_by, pushes, calls, last_error, state } = connection
  const now = Date.now()
  const [pushing, setPushing] = useState(false)
  const { run } = useAction({ changes: ['providerpush'] })
  const retry = () =>
    run(() => client.act('POST providerpush/retry', { organisation_id, kind }), t('billing:provider.retried'))
  const of = (state: string, count: number) => (
    <Link to={paths.providers({ kind, state })}>{count.toLocaleString('en-NZ')}</Link>
  )
  return (
    <>
      <Facts
        facts={[
          [t('billing:provider.tenant'), tenant_name],
          [
            t('billing:provider.since'),
            [connected_at && moment(connected_at), connected_by].filter(Boolean).join(' · '),
          ],
          [t('billing:provider.done'), of('done', pushes.done)],
          [t('billing:provider.queued'), of('queued', pushes.queued + pushes.running)],
          [t('billing:provider.failed'), of('failed', pushes.failed)],
          [t('billing:provider.calls'), t('billing:provider.callsOfDay', { count: calls.today })],
          ...(calls.blocked_until
            ? ([[t('billing:provider.paused'), time(calls.blocked_until, now, true)]] as const)
            : []),
          ...(last_error && state === 'connected' ? ([[t('billing:provider.lastError'), last_error]] as const) : []),
        ]}
      />
      {pushes.failed > 0 && <ConfirmButton label={t('billing:provider.retryAll')} run={retry} />}
      {kind === 'xero' && state === 'connected' && (
        <div>
          <Button variant="default" onClick={() => setPushing(true)}>
            {t('billing:provider.pushOlder')}
          </Button>
        </div>
      )}
      {pushing && <PushDialog organisation_id={organisation_id} close={() => setPushing(false)} />}
    </>
  )
}

const colours = { none: 'gray', disconnected: 'gray', connected: 'teal', broken: 'red' } as const

type Props = { organisation_id: number; connection: Connection }
