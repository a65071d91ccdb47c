import schema from 'virtual:resource/product'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { withTitles } from '../../kit/forms/schema.ts'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { RecordPage } from '../../kit/record/RecordPage.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { taxRateReference } from '../references.ts'
import { useBillingConfig } from '../useBillingConfig.ts'
import { usePickedCodes } from '../useInvoicing.ts'
import { MembershipYear } from './MembershipYear.tsx'

const year = ['year_month' as const, 'year_day' as const, 'first_year' as const, 'early_months' as const]
const people = ['members_most' as const, 'second_amount' as const, 'further_amount' as const]
const terms = [
  'period' as const,
  'instalments' as const,
  'instalment_every' as const,
  'trial_days' as const,
  'opening' as const,
  'grace_days' as const,
  'opens' as const,
]

const newMembership = {
  period: 'year',
  instalments: 1,
  instalment_every: 'month',
  year_month: null,
  year_day: 1,
  first_year: 'day',
  early_months: 0,
  members_most: 1,
  second_amount: 0,
  further_amount: 0,
  trial_days: 0,
  opening: 'at_once',
  grace_days: 14,
  opens: [] as never[],
} as const

/** The product of `?id=`, or a new membership; with `?kind=item` a new item, which is bought once. */
export function ProductPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const query = useBillingConfig(organisation_id)
  const { data: product } = useRecord('product')
  const new_kind = useSearchParams()[0].get('kind') === 'item' ? 'item' : 'membership'
  const kind = product?.kind ?? new_kind
  const create = usePickedCodes(schema.create!, organisation_id)
  const update = usePickedCodes(schema.update!, organisation_id)
  const titled = withTitles(
    { ...schema, create, update },
    {
      amounts_are: (choice) => t(`billing:amountsAre.${choice as 'exclusive'}`),
      period: (choice) => t(`billing:everyPeriod.${choice as 'month'}`),
      instalment_every: (choice) => t(`billing:everyPeriod.${choice as 'month'}`),
      year_month: (choice) => t(`billing:months.${choice as '01'}`),
      first_year: (choice) => t(`billing:firstYears.${choice as 'day'}`),
      opening: (choice) => t(`billing:openings.${choice as 'at_once'}`),
      opens: (choice) => t(`feature.names.${choice as 'cpd'}`),
    },
  )
  return (
    <Loaded query={query} title={t('billing:products.title')}>
      {({ currency, amounts_are, account_code, tax_rate_id }) => (
        <RecordPage
          key={`${organisation_id} ${new_kind}`}
          resource="product"
          schema={titled}
          nameOf={({ name }) => name}
          page={paths.product}
          list={paths.products}
          groups={[
            { fields: ['name', 'code', 'description', 'active'] },
            {
              title: t('billing:products.price'),
              fields: ['unit_amount', 'currency', 'amounts_are', 'tax_rate_id', 'account_code'],
            },
            ...(kind === 'membership'
              ? [
                  { title: t('billing:products.terms'), fields: terms },
                  { title: t('billing:people.group'), fields: people },
                  { title: t('billing:years.title'), fields: year },
                ]
              : []),
            { title: t('billing:products.store'), fields: ['public', 'joins_as', 'position'] },
          ]}
          required={['name', 'code', 'unit_amount']}
          defaults={{
            amounts_are,
            joins_as: 'Customer',
            active: true,
            position: 0,
            currency,
            account_code,
            tax_rate_id,
            ...(kind === 'membership' && newMembership),
          }}
          given={{ organisation_id, kind }}
          references={{ tax_rate_id: taxRateReference(organisation_id) }}
          arrange={(row, { form, label, remove }) => (
            <>
              {form}
              <MembershipYear key={row.modified_at} product={row} />
              <Section title={label} apart>
                {remove}
              </Section>
            </>
          )}
          texts={{
            title: t('billing:products.title'),
            create: t(kind === 'item' ? 'billing:products.newItem' : 'billing:products.new'),
            text: t('billing:products.pageText'),
            missing: t('billing:products.missing'),
          }}
        />
      )}
    </Loaded>
  )
}
