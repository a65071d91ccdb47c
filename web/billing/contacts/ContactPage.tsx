import schema from 'virtual:resource/invoicing/contact'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { RecordPage } from '../../kit/record/RecordPage.tsx'

/** The contact of `?id=`, or a new one. */
export function ContactPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <RecordPage
      resource="invoicing/contact"
      schema={schema}
      nameOf={({ name }) => name}
      page={paths.billingContact}
      list={paths.billingContacts}
      fields={[
        'name',
        'company',
        'email',
        'phone',
        'address1',
        'address2',
        'address3',
        'city',
        'postcode',
        'country',
        'tax_number',
        'active',
      ]}
      required={['name']}
      defaults={{ active: true }}
      given={{ organisation_id }}
      texts={{
        title: t('billing:contacts.title'),
        create: t('billing:contacts.new'),
        text: t('billing:contacts.pageText'),
        missing: t('billing:contacts.missing'),
      }}
    />
  )
}
