import schema from 'virtual:resource/transaction'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { labelOf } from '../../kit/forms/labels.ts'
import { FilterGroup } from '../../kit/lists/FilterGroup.tsx'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import type { Filters } from '../../kit/lists/useListQuery.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { periodInAddress } from '../../kit/period/period.ts'
import { usePeriod } from '../../kit/period/usePeriod.ts'
import { BillingNav } from '../BillingNav.tsx'
import { Money } from '../Money.tsx'

const kinds = ['charge', 'payment', 'refund', 'credit', 'writeoff', 'adjustment'] as const
const methods = ['bank', 'card', 'cash', 'provider'] as const

/** The ledger, limited to one's own entries, to an organisation's, or to none. */
export function Ledger({ of, filters }: Props) {
  const { t } = useTranslation()
  const [kind] = useFilter('kind', kinds)
  const [method] = useFilter('method', methods)
  const [, change] = useAddress()
  const { period, setPeriod, bounds } = usePeriod()
  const { from, to } = bounds
  const set = [kind, method].filter(Boolean).length
  const clear = () => change((before) => withFilters(before, { kind: null, method: null, ...periodInAddress(null) }))
  return (
    <ListPage
      title={t(of === 'own' ? 'billing:transactions.title' : 'billing:transactions.all')}
      text={t(of === 'own' ? 'billing:transactions.text' : 'billing:transactions.allText')}
      resource="transaction"
      schema={schema}
      filters={{
        ...filters,
        ...(kind && { kind }),
        ...(method && { method }),
        ...(from && { from }),
        ...(to && { before: to }),
      }}
      columns={[
        { name: 'at' },
        { name: 'kind', show: (row) => t(`billing:transactions.kinds.${row.kind}`) },
        ...(of === 'own' ? [] : [{ name: 'contact_name' as const }]),
        ...(of === 'all' ? [{ name: 'organisation_name' as const }] : []),
        { name: 'document_number' },
        { name: 'amount', end: true, show: (row) => <Money amount={row.amount} currency={row.currency} /> },
        { name: 'method', show: (row) => (row.method ? t(`billing:transactions.methods.${row.method}`) : '') },
        { name: 'reference' },
        { name: 'currency', hidden: true },
        { name: 'reversed', hidden: true },
      ]}
      nameOf={({ id }) => `#${id}`}
      open={({ id }) => paths.transaction({ id })}
      empty={set > 0 || period ? t('period.none') : t('billing:transactions.empty')}
    >
      {of === 'organisation' && <BillingNav />}
      <FilterGroup count={set} clear={clear} period={{ value: period, onChange: setPeriod }}>
        <SelectFilter
          name="kind"
          values={kinds}
          label={labelOf(t, 'transaction', 'kind')}
          textOf={(each) => t(`billing:transactions.kinds.${each}`)}
        />
        <SelectFilter
          name="method"
          values={methods}
          label={labelOf(t, 'transaction', 'method')}
          textOf={(each) => t(`billing:transactions.methods.${each}`)}
        />
      </FilterGroup>
    </ListPage>
  )
}

type Props = {
  /** Whose: one's own, the current organisation's, or every organisation's. */
  of: 'own' | 'organisation' | 'all'
  filters: Filters
}
