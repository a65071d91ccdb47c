import schema from 'virtual:resource/product'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { RecordPage } from '../../kit/record/RecordPage.tsx'
import { taxRateReference } from '../references.ts'
import { usePickedCodes } from '../useInvoicing.ts'

/** The product of `?id=`, or a new one. */
export function ProductPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const create = usePickedCodes(schema.create!, organisation_id)
  const update = usePickedCodes(schema.update!, organisation_id)
  return (
    <RecordPage
      resource="product"
      schema={{ ...schema, create, update }}
      nameOf={({ name }) => name}
      page={paths.product}
      list={paths.products}
      fields={[
        'name',
        'code',
        'kind',
        'description',
        'unit_amount',
        'currency',
        'amounts_are',
        'tax_rate_id',
        'account_code',
        'period',
        'trial_days',
        'grace_days',
        'opens',
        'public',
        'joins_as',
        'position',
        'active',
      ]}
      required={['name', 'code', 'unit_amount']}
      defaults={{
        kind: 'membership',
        period: 'year',
        amounts_are: 'inclusive',
        joins_as: 'Customer',
        account_code: '200',
        currency: 'NZD',
        grace_days: 14,
        trial_days: 0,
        position: 0,
        active: true,
      }}
      given={{ organisation_id }}
      references={{ tax_rate_id: taxRateReference(organisation_id) }}
      texts={{
        title: t('billing:products.title'),
        create: t('billing:products.new'),
        text: t('billing:products.pageText'),
        missing: t('billing:products.missing'),
      }}
    />
  )
}
