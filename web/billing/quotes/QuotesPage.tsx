import schema from 'virtual:resource/quote'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { BillingNav } from '../BillingNav.tsx'
import { Money } from '../Money.tsx'
import { QuoteBadge } from './QuoteBadge.tsx'

const states = ['draft', 'sent', 'accepted', 'declined', 'withdrawn'] as const

/** Offers, the newest first. */
export function QuotesPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [state] = useFilter('state', states)
  return (
    <ListPage
      title={t('billing:quotes.title')}
      text={t('billing:quotes.text')}
      create={{ to: paths.quoteEdit(), label: t('billing:quotes.new'), whenEmpty: true }}
      resource="quote"
      schema={schema}
      filters={{ organisation_id, ...(state && { state }) }}
      columns={[
        { name: 'document_number', show: (row) => row.document_number ?? t('billing:quotes.states.draft') },
        { name: 'contact_name' },
        { name: 'state', show: (row) => <QuoteBadge quote={row} /> },
        { name: 'issued_on' },
        { name: 'valid_until' },
        { name: 'answered_name', hidden: true },
        { name: 'invoice_number' },
        { name: 'gross', end: true, show: (row) => <Money amount={row.gross} currency={row.currency} /> },
        { name: 'reference', hidden: true },
      ]}
      nameOf={({ document_number, contact_name }) => document_number ?? contact_name ?? ''}
      open={({ id }) => paths.quoteEdit({ id })}
      empty={t('billing:quotes.empty')}
    >
      <BillingNav />
      <SelectFilter
        name="state"
        values={states}
        label={t('billing:fields.quote.state')}
        textOf={(each) => t(`billing:quotes.states.${each}`)}
      />
    </ListPage>
  )
}
