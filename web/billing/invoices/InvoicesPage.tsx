import schema from 'virtual:resource/invoice'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { FilterGroup } from '../../kit/lists/FilterGroup.tsx'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { BillingNav } from '../BillingNav.tsx'
import { Money } from '../Money.tsx'
import { StateBadge } from '../StateBadge.tsx'
import { shownState, signed } from './DocumentView.tsx'
import { InvoiceSums } from './InvoiceSums.tsx'

const states = ['draft', 'open', 'overdue', 'paid', 'void'] as const
const types = ['invoice', 'credit_note'] as const

/** Invoices and credit notes of the organisation, with their sums for each currency. */
export function InvoicesPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [state] = useFilter('state', states)
  const [type] = useFilter('type', types)
  const [params, change] = useAddress()
  const contact_id = Number(params.get('contact_id')) || null
  const filters = {
    organisation_id,
    ...(state === 'open' ? { open: true } : state === 'overdue' ? { overdue: true } : state && { state }),
    ...(type && { type }),
    ...(contact_id && { contact_id }),
  }
  const clear = () => change((before) => withFilters(before, { state: null, type: null, contact_id: null }))
  return (
    <ListPage
      title={t('billing:invoices.title')}
      create={{ to: paths.invoiceEdit(), label: t('billing:invoice.new'), whenEmpty: true }}
      resource="invoice"
      schema={schema}
      filters={filters}
      columns={[
        { name: 'document_number', show: (row) => row.document_number ?? t('billing:states.draft') },
        { name: 'contact_name' },
        { name: 'state', show: (row) => <StateBadge state={shownState(row)} /> },
        { name: 'issued_on' },
        { name: 'due_on' },
        {
          name: 'net',
          hidden: true,
          end: true,
          show: (row) => <Money amount={signed(row, row.net)} currency={row.currency} />,
        },
        {
          name: 'tax',
          hidden: true,
          end: true,
          show: (row) => <Money amount={signed(row, row.tax)} currency={row.currency} />,
        },
        { name: 'gross', end: true, show: (row) => <Money amount={signed(row, row.gross)} currency={row.currency} /> },
        { name: 'open', end: true, show: (row) => <Money amount={signed(row, row.open)} currency={row.currency} /> },
        { name: 'currency', hidden: true },
        { name: 'reference', hidden: true },
        { name: 'type', hidden: true, show: (row) => t(`billing:types.${row.type}`) },
        { name: 'sent_at', hidden: true },
        { name: 'external_state', hidden: true },
      ]}
      nameOf={(row) => row.document_number ?? t('billing:states.draft')}
      open={({ id }) => paths.invoiceEdit({ id })}
      empty={t('billing:invoices.empty')}
    >
      <BillingNav />
      <FilterGroup count={[state, type, contact_id].filter(Boolean).length} clear={clear}>
        <SelectFilter
          name="state"
          values={states}
          label={t('billing:invoices.state')}
          textOf={(each) => t(`billing:invoices.states.${each}`)}
        />
        <SelectFilter
          name="type"
          values={types}
          label={t('billing:invoices.type')}
          textOf={(each) => t(`billing:types.${each}`)}
        />
      </FilterGroup>
      <InvoiceSums filters={{ ...filters, ...(params.get('search') && { search: params.get('search')! }) }} />
    </ListPage>
  )
}
