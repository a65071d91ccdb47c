import { Alert, Button, NativeSelect, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { accountName, useInvoicing } from '../useInvoicing.ts'
import { type Connection, changeConnection } from './connections.ts'

/** Which of the provider's books are used, and which account payments go to. */
export function ProviderChoices({ organisation_id, connection }: Props) {
  const { t } = useTranslation()
  const { kind, tenants, needs } = connection
  const [tenant_id, setTenant] = useState(connection.tenant_id ?? '')
  const [payment_account_code, setAccount] = useState(connection.payment_account_code ?? '')
  const accounts = useInvoicing('accounts', organisation_id)
  const { busy, refusal, send } = useSending()
  if (kind !== 'xero') return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(async () => {
      const chosen = { ...(tenant_id && { tenant_id }), ...(payment_account_code && { payment_account_code }) }
      const answer = client.act('POST invoicing/connection', { organisation_id, kind, ...chosen })
      await changeConnection(organisation_id, answer)
      showSuccess(t('billing:provider.choicesSaved'))
    })
  }
  const is_changed =
    tenant_id !== (connection.tenant_id ?? '') || payment_account_code !== (connection.payment_account_code ?? '')
  const none = { value: '', label: t('form.none') }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" maw={480}>
        {needs.length > 0 && (
          <Alert color="yellow" title={t('billing:provider.needs')}>
            {needs.map((need) => t(`billing:provider.needed.${need}`)).join(' ')}
          </Alert>
        )}
        <RefusalAlert refusal={refusal} />
        {(tenants.length > 1 || needs.includes('tenant')) && (
          <NativeSelect
            label={t('billing:provider.tenant')}
            value={tenant_id}
            data={[
              ...(connection.tenant_id ? [] : [none]),
              ...tenants.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => setTenant(event.currentTarget.value)}
          />
        )}
        <NativeSelect
          label={t('billing:provider.paymentAccount')}
          description={t('billing:provider.paymentAccountText')}
          value={payment_account_code}
          data={[none, ...accounts.map((account) => ({ value: account.code, label: accountName(account) }))]}
          onChange={(event) => setAccount(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" variant="default" loading={busy} disabled={!is_changed}>
            {t('form.save')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

type Props = { organisation_id: number; connection: Connection }
