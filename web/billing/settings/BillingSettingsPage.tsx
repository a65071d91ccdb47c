import schema from 'virtual:resource/billingconfig'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { bodyWithTitles } from '../../kit/forms/schema.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { BillingNav } from '../BillingNav.tsx'
import { taxRateReference, themeReference } from '../references.ts'
import { useBillingConfig } from '../useBillingConfig.ts'
import { usePickedCodes } from '../useInvoicing.ts'
import { NextNumbers } from './NextNumbers.tsx'

const patterns = ['invoice_pattern' as const, 'credit_note_pattern' as const, 'quote_pattern' as const]
const numbers = [...patterns, 'numbers_begin' as const, 'financial_year_month' as const]

/** How the organisation's new invoices begin, and how they are to be paid. */
export function BillingSettingsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const query = useBillingConfig(organisation_id)
  const body = bodyWithTitles(usePickedCodes(schema.update!, organisation_id), {
    amounts_are: (choice) => t(`billing:amountsAre.${choice as 'exclusive'}`),
    numbers_begin: (choice) => t(`billing:numbers.begin.${choice as 'once'}`),
    financial_year_month: (choice) => t(`billing:months.${choice as '01'}`),
  })
  return (
    <Loaded query={query} title={t('billing:settings.title')}>
      {(config) => (
        <Page title={t('billing:settings.title')} width="record">
          <BillingNav />
          <ResourceForm
            key={config.modified_at}
            resource="billingconfig"
            body={body}
            row={config}
            groups={[
              {
                title: t('billing:settings.payment'),
                fields: ['payment_details', 'due_days', 'pause_months', 'electronic_address'],
              },
              {
                title: t('billing:settings.defaults'),
                fields: ['currency', 'amounts_are', 'tax_rate_id', 'account_code', 'branding_theme_id'],
              },
              { title: t('billing:settings.numbers'), fields: numbers },
            ]}
            references={{
              tax_rate_id: taxRateReference(organisation_id),
              branding_theme_id: themeReference(organisation_id),
            }}
            save={async (changed) => {
              const { id, modified_at } = config
              await guarded(client.update('billingconfig', { ...changed, id, modified_at }))
              await refresh('billingconfig')
              showSuccess(t('billing:settings.saved'))
            }}
          />
          <NextNumbers organisation_id={organisation_id} />
        </Page>
      )}
    </Loaded>
  )
}
