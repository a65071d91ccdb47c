import schema from 'virtual:resource/discountcode'
import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { RecordPage } from '../../kit/record/RecordPage.tsx'
import { membershipReference } from '../references.ts'
import { useBillingConfig } from '../useBillingConfig.ts'
import { usePickedCodes } from '../useInvoicing.ts'

/** The code of `?id=`, or a new one. */
export function DiscountCodePage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const query = useBillingConfig(organisation_id)
  const create = usePickedCodes(schema.create!, organisation_id)
  const update = usePickedCodes(schema.update!, organisation_id)
  const texts = { none: t('billing:codes.everyProduct') }
  return (
    <Loaded query={query} title={t('billing:codes.title')}>
      {({ currency }) => (
        <RecordPage
          key={organisation_id}
          resource="discountcode"
          schema={{ ...schema, create, update }}
          nameOf={({ code }) => code}
          page={paths.discountCode}
          list={paths.discountCodes}
          groups={[
            { fields: ['code', 'description', 'active'] },
            { title: t('billing:codes.off'), fields: ['percent', 'amount', 'currency', 'every_period', 'product_ids'] },
            { title: t('billing:codes.when'), fields: ['valid_from', 'valid_to', 'most_uses', 'most_per_person'] },
          ]}
          required={['code']}
          defaults={{ currency, active: true, every_period: false, most_per_person: 1, product_ids: [] }}
          given={{ organisation_id }}
          references={{ product_ids: { ...membershipReference(organisation_id), texts } }}
          arrange={({ id, used_count }, { form, remove }) => (
            <>
              {form}
              <Section title={t('billing:codes.use')} apart>
                {used_count === 0 ? (
                  <>
                    <Text mb="sm">{t('billing:codes.unused')}</Text>
                    {remove}
                  </>
                ) : (
                  <>
                    <Text>{t('billing:codes.used', { count: used_count })}</Text>
                    <Anchor component={Link} to={paths.subscriptions({ code: id })}>
                      {t('billing:codes.usedBy')}
                    </Anchor>
                  </>
                )}
              </Section>
            </>
          )}
          texts={{
            title: t('billing:codes.title'),
            create: t('billing:codes.new'),
            text: t('billing:codes.pageText'),
            missing: t('billing:codes.missing'),
          }}
        />
      )}
    </Loaded>
  )
}
