import schema from 'virtual:resource/product'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { BillingNav } from '../BillingNav.tsx'
import { Money } from '../Money.tsx'
import { useYearDay } from '../years.ts'

/** What the organisation sells. */
export function ProductsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const yearDay = useYearDay()
  const periodOf = ({ period, year_month, year_day }: Row<'product'>) =>
    year_month === null
      ? t(`billing:everyPeriod.${period}`)
      : t('billing:years.every', { day: yearDay(`${year_month}-${year_day}`) })
  return (
    <ListPage
      title={t('billing:products.title')}
      text={t('billing:products.text')}
      links={[{ to: paths.product({ kind: 'item' }), label: t('billing:products.newItem') }]}
      create={{ to: paths.product(), label: t('billing:products.new'), whenEmpty: true }}
      resource="product"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'name' },
        { name: 'code' },
        { name: 'kind', show: ({ kind }) => t(`billing:kinds.${kind}`) },
        { name: 'unit_amount', end: true, show: (row) => <Money amount={row.unit_amount} currency={row.currency} /> },
        { name: 'period', show: (row) => periodOf(row) },
        { name: 'public' },
        { name: 'active' },
        { name: 'amounts_are', hidden: true, show: (row) => t(`billing:amountsAre.${row.amounts_are}`) },
        { name: 'account_code', hidden: true },
        { name: 'trial_days', hidden: true },
        { name: 'grace_days', hidden: true },
        { name: 'position', hidden: true },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.product({ id })}
      removable
      empty={t('billing:products.empty')}
    >
      <BillingNav />
    </ListPage>
  )
}
