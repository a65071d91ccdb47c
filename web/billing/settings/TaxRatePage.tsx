import schema from 'virtual:resource/taxrate'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { withTitles } from '../../kit/forms/schema.ts'
import { RecordPage } from '../../kit/record/RecordPage.tsx'

/** The tax rate of `?id=`, or a new one. */
export function TaxRatePage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <RecordPage
      resource="taxrate"
      schema={withTitles(schema, { type: (choice) => t(`billing:taxTypes.${choice as 'standard'}`) })}
      nameOf={({ name }) => name}
      page={paths.taxRate}
      list={paths.taxRates}
      fields={['name', 'code', 'type', 'rate', 'effective_from', 'effective_to', 'active']}
      required={['name', 'code', 'rate']}
      defaults={{ type: 'standard', active: true }}
      given={{ organisation_id }}
      texts={{
        title: t('billing:taxRates.title'),
        create: t('billing:taxRates.new'),
        text: t('billing:taxRates.pageText'),
        missing: t('billing:taxRates.missing'),
      }}
    />
  )
}
