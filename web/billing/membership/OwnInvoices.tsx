import schema from 'virtual:resource/invoice'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { List } from '../../kit/lists/List.tsx'
import { shownState, signed } from '../invoices/DocumentView.tsx'
import { Money } from '../Money.tsx'
import { StateBadge } from '../StateBadge.tsx'

/** The invoices and credit notes to oneself in this organisation. */
export function OwnInvoices() {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
  return (
    <List
      resource="invoice"
      schema={schema}
      filters={{ organisation_id: organisation_id!, user_id: user!.id }}
      columns={[
        { name: 'document_number' },
        { name: 'issued_on' },
        { name: 'due_on' },
        { name: 'state', show: (row) => <StateBadge state={shownState(row)} /> },
        { name: 'gross', end: true, show: (row) => <Money amount={signed(row, row.gross)} currency={row.currency} /> },
        { name: 'open', end: true, show: (row) => <Money amount={signed(row, row.open)} currency={row.currency} /> },
        { name: 'reference', hidden: true },
      ]}
      nameOf={(row) => row.document_number ?? ''}
      open={({ id }) => paths.invoice({ id })}
      empty={t('billing:membership.noInvoices')}
    />
  )
}
