import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { toMoney } from '../../kit/format/money.ts'
import { keys } from '../keys.ts'

/** What one has paid and not used yet, where that is something. */
export function OwnCredit() {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
  const of = { organisation_id: organisation_id!, user_id: user!.id }
  const { data } = useQuery({
    queryKey: [...keys.ownContact(of), 'credit'],
    queryFn: async () => (await guarded(client.list('invoicing/contact', of))).data[0] ?? null,
  })
  if (!data || data.credit <= 0) return null
  return <Text>{t('billing:membership.ownCredit', { amount: toMoney(data.credit, data.currency) })}</Text>
}
