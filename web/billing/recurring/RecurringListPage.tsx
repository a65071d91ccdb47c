import schema from 'virtual:resource/recurringinvoice'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { BillingNav } from '../BillingNav.tsx'
import { Money } from '../Money.tsx'
import { RecurringBadge } from './RecurringBadge.tsx'

const states = ['active', 'paused', 'ended'] as const

/** Invoices that are written again and again. */
export function RecurringListPage() {
  const { t } = useTranslation()
  const { day } = useTimes()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [state] = useFilter('state', states)
  return (
    <ListPage
      title={t('billing:recurring.title')}
      text={t('billing:recurring.text')}
      create={{ to: paths.recurringInvoice(), label: t('billing:recurring.new'), whenEmpty: true }}
      resource="recurringinvoice"
      schema={schema}
      filters={{ organisation_id, ...(state && { state }) }}
      columns={[
        { name: 'name' },
        { name: 'state', show: (row) => <RecurringBadge state={row.state} /> },
        {
          name: 'contact_name',
          show: ({ contact_name: name, contacts_count }) =>
            contacts_count > 1 ? t('billing:recurring.others', { name, count: contacts_count - 1 }) : name,
        },
        { name: 'unit', show: ({ unit, every }) => t(`billing:recurring.each.${unit}`, { count: every }) },
        {
          name: 'next_on',
          show: ({ next_on, made_count: count }) =>
            next_on === null
              ? t('billing:recurring.over', { count })
              : t('billing:recurring.next', { day: day(next_on), count }),
        },
        {
          name: 'refused_count',
          show: ({ refused_count: count }) => (count > 0 ? t('billing:recurring.refused', { count }) : ''),
        },
        { name: 'gross', end: true, show: (row) => <Money amount={row.gross} currency={row.currency} /> },
        { name: 'reference', hidden: true },
        { name: 'author_name', hidden: true },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.recurringInvoice({ id })}
      empty={t('billing:recurring.empty')}
    >
      <BillingNav />
      <SelectFilter
        name="state"
        values={states}
        label={t('billing:fields.recurringinvoice.state')}
        textOf={(each) => t(`billing:recurring.states.${each}`)}
      />
    </ListPage>
  )
}
