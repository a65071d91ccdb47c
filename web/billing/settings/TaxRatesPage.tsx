import schema from 'virtual:resource/taxrate'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { BillingNav } from '../BillingNav.tsx'

/** Rates of tax, each while it is in force. */
export function TaxRatesPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <ListPage
      title={t('billing:taxRates.title')}
      text={t('billing:taxRates.text')}
      create={{ to: paths.taxRate(), label: t('billing:taxRates.new'), whenEmpty: true }}
      resource="taxrate"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'name' },
        { name: 'code' },
        { name: 'rate', show: ({ rate }) => `${Number(rate)} %` },
        { name: 'type', show: ({ type }) => t(`billing:taxTypes.${type}`) },
        { name: 'effective_from' },
        { name: 'effective_to' },
        { name: 'active' },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.taxRate({ id })}
      removable
      empty={t('billing:taxRates.empty')}
    >
      <BillingNav />
    </ListPage>
  )
}
