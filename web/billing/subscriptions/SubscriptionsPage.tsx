import schema from 'virtual:resource/subscription'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { BillingNav } from '../BillingNav.tsx'
import { Money } from '../Money.tsx'
import { StateBadge } from '../StateBadge.tsx'

const states = ['trial', 'active', 'grace', 'lapsed', 'cancelled'] as const

/** The members of the organisation with what they pay, and until when. */
export function SubscriptionsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [state] = useFilter('state', states)
  const discount_code_id = Number(useAddress()[0].get('code')) || null
  return (
    <ListPage
      title={t('billing:subscriptions.title')}
      text={t('billing:subscriptions.text')}
      create={{ to: paths.subscription(), label: t('billing:subscriptions.new'), whenEmpty: true }}
      resource="subscription"
      schema={schema}
      filters={{ organisation_id, ...(state && { state }), ...(discount_code_id && { discount_code_id }) }}
      columns={[
        { name: 'person', show: (row) => row.person ?? row.contact_name ?? `#${row.id}` },
        { name: 'product_name' },
        { name: 'state', show: (row) => <StateBadge state={shownState(row)} /> },
        { name: 'paid_until' },
        { name: 'next_invoice_on' },
        { name: 'unit_amount', end: true, show: (row) => <Money amount={row.unit_amount} currency={row.currency} /> },
        { name: 'open', end: true, show: (row) => <Money amount={row.open} currency={row.currency} /> },
        { name: 'period', hidden: true, show: ({ period }) => t(`billing:everyPeriod.${period}`) },
        { name: 'period_ends_on', hidden: true },
        { name: 'began_on', hidden: true },
        { name: 'discount_code', hidden: true },
        { name: 'ended_on', hidden: true },
        { name: 'renewed_count', hidden: true },
      ]}
      nameOf={(row) => row.person ?? row.product_name}
      open={({ id }) => paths.subscription({ id })}
      empty={t('billing:subscriptions.empty')}
    >
      <BillingNav />
      <SelectFilter
        name="state"
        values={states}
        label={t('billing:subscriptions.state')}
        textOf={(each) => t(`billing:states.${each}`)}
      />
    </ListPage>
  )
}

function shownState({ state, cancel_at_end, ended_on, is_open, is_paused }: Row<'subscription'>) {
  if (is_paused) return 'paused'
  if (state === 'active' && !is_open) return 'waiting'
  return cancel_at_end && !ended_on ? 'ending' : state
}
