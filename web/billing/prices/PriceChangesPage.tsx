import schema from 'virtual:resource/pricechange'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { BillingNav } from '../BillingNav.tsx'
import { Money } from '../Money.tsx'
import { PriceStateBadge } from './PriceStateBadge.tsx'
import { SchedulePrices } from './SchedulePrices.tsx'

const states = ['scheduled', 'in_force', 'cancelled'] as const

/** New prices of products, scheduled and in force, and what members have answered. */
export function PriceChangesPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [state] = useFilter('state', states)
  const [is_open, setOpen] = useState(false)
  return (
    <>
      <ListPage
        title={t('billing:prices.title')}
        text={t('billing:prices.text')}
        create={{ run: () => setOpen(true), label: t('billing:prices.new'), whenEmpty: true }}
        resource="pricechange"
        schema={schema}
        filters={{ organisation_id, ...(state && { state }) }}
        columns={[
          { name: 'product_name' },
          { name: 'state', show: (row) => <PriceStateBadge state={row.state} /> },
          { name: 'effective_on' },
          { name: 'old_amount', end: true, show: (row) => <Money amount={row.old_amount} currency={row.currency} /> },
          { name: 'new_amount', end: true, show: (row) => <Money amount={row.new_amount} currency={row.currency} /> },
          { name: 'members_count', end: true },
          { name: 'agreed_count', end: true },
          { name: 'left_count', end: true },
          { name: 'period', hidden: true, show: ({ period }) => t(`billing:everyPeriod.${period}`) },
          { name: 'created_at', hidden: true },
        ]}
        nameOf={({ product_name }) => product_name}
        open={({ id }) => paths.priceChange({ id })}
        empty={t('billing:prices.empty')}
      >
        <BillingNav />
        <SelectFilter
          name="state"
          values={states}
          label={t('billing:fields.pricechange.state')}
          textOf={(each) => t(`billing:prices.states.${each}`)}
        />
      </ListPage>
      {is_open && <SchedulePrices organisation_id={organisation_id} close={() => setOpen(false)} />}
    </>
  )
}
