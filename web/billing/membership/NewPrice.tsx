import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { toMoney } from '../../kit/format/money.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'

/** Shows the next price of a membership until it begins, with the buttons of the answer. Empty while the price stays. */
export function NewPrice({ subscription }: { subscription: Row<'subscription'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { id, organisation_id, user_id, state, period_ends_on } = subscription
  const [asking, setAsking] = useState<'agreed' | 'declined' | null>(null)
  const { data } = useQuery({
    queryKey: keys.newPrice(id),
    queryFn: async () => {
      const query = { organisation_id, user_id: user_id!, subscription_id: id, open: true, limit: 1 } as const
      return (await guarded(client.list('pricechangemember', query))).data[0] ?? null
    },
    staleTime: 0,
  })
  if (!data || subscription.cancel_at_end) return null
  const { old_amount, new_amount, currency, period, outcome, amounts_are } = data
  const from = day(data.charged_on ?? data.from_on)
  const ends = period_ends_on && day(period_ends_on)
  const run = async () => {
    await guarded(client.act('POST pricechangemember/answer', { id: data.id, answer: asking! }))
    await Promise.all(['pricechangemember', 'subscription', 'invoice', 'transaction'].map(refresh))
    showSuccess(t(asking === 'agreed' ? 'billing:prices.youAgreed' : 'billing:membership.cancelled', { day: ends }))
  }
  return (
    <Alert color={outcome === 'agreed' ? 'teal' : 'blue'} title={t('billing:prices.changes', { day: from })}>
      <Text size="sm">
        {t(amounts_are === 'exclusive' ? 'billing:prices.insteadPlusTax' : 'billing:prices.instead', {
          old: toMoney(old_amount, currency),
          new: toMoney(new_amount, currency),
          period: t(`billing:periods.${period}`),
        })}{' '}
        {t(outcome === 'agreed' ? 'billing:prices.haveAgreed' : 'billing:prices.silence')}
      </Text>
      {state !== 'grace' && (
        <Group gap="sm" mt="sm">
          {outcome !== 'agreed' && (
            <Button size="sm" onClick={() => setAsking('agreed')}>
              {t('billing:prices.agree')}
            </Button>
          )}
          <Button size="sm" variant="default" onClick={() => setAsking('declined')}>
            {t('billing:prices.decline')}
          </Button>
        </Group>
      )}
      {asking && (
        <ActionDialog
          title={t(`billing:prices.ask.${asking}`)}
          text={t(`billing:prices.askText.${asking}`, {
            day: asking === 'agreed' ? from : ends,
            amount: toMoney(new_amount, currency),
            period: t(`billing:periods.${period}`),
          })}
          submit={t(`billing:prices.${asking === 'agreed' ? 'agree' : 'decline'}`)}
          dangerous={asking === 'declined'}
          run={run}
          close={() => setAsking(null)}
        />
      )}
    </Alert>
  )
}
