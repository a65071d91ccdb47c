import schema from 'virtual:resource/invoicing/contact'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { BillingNav } from '../BillingNav.tsx'
import { Money } from '../Money.tsx'

/** Who is invoiced. */
export function ContactsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <ListPage
      title={t('billing:contacts.title')}
      text={t('billing:contacts.text')}
      create={{ to: paths.billingContact(), label: t('billing:contacts.new'), whenEmpty: true }}
      resource="invoicing/contact"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'name' },
        { name: 'company' },
        { name: 'email' },
        { name: 'phone', hidden: true },
        { name: 'city', hidden: true },
        { name: 'balance', end: true, show: (row) => <Money amount={row.balance} currency={row.currency} /> },
        { name: 'country', hidden: true },
        { name: 'tax_number', hidden: true },
        { name: 'external_id', hidden: true },
        { name: 'active' },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.billingContact({ id })}
      removable
      empty={t('billing:contacts.empty')}
    >
      <BillingNav />
    </ListPage>
  )
}
