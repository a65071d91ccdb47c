import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../core/api.ts'
import { useTimes } from '../kit/format/useTimes.ts'
import { keys } from './keys.ts'

/** How the payment of an invoice by a stored card stands; nothing where it is paid or there is none. */
export function CardPayment({ invoice_id }: { invoice_id: number }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { data } = useQuery({
    queryKey: keys.cardPayment(invoice_id),
    queryFn: async () => (await guarded(client.list('cardpayment', { invoice_id, limit: 1 }))).data[0] ?? null,
    staleTime: 0,
  })
  if (!data || data.state === 'paid' || data.state === 'cancelled') return null
  const { state, brand, last4, attempts, next_attempt_at, error } = data
  const said = {
    card: t('billing:card.ending', { brand, last4 }),
    count: attempts,
    moment: next_attempt_at ? moment(next_attempt_at) : '',
  }
  return (
    <Alert color={state === 'waiting' && attempts > 0 ? 'orange' : colours[state]} mb="md">
      {t(`billing:card.payments.${state === 'waiting' && attempts === 0 ? 'first' : state}`, said)} {error}
    </Alert>
  )
}

const colours = { waiting: 'blue', running: 'blue', action_required: 'orange', given_up: 'red' } as const
