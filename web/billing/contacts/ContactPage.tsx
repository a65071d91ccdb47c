import schema from 'virtual:resource/invoicing/contact'
import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { labelOf } from '../../kit/forms/labels.ts'
import { Section } from '../../kit/page/Section.tsx'
import { RecordPage } from '../../kit/record/RecordPage.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { Money } from '../Money.tsx'
import { Account } from './Account.tsx'

/** The contact of `?id=` with what they owe, or a new one. */
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
      groups={[
        {
          fields: ['name', 'company', 'email', 'phone', 'tax_number', 'electronic_address', 'with_facturx', 'with_xml'],
        },
        {
          title: t('billing:contacts.address'),
          fields: ['address1', 'address2', 'address3', 'city', 'postcode', 'country'],
        },
        { title: t('billing:contacts.use'), fields: ['reminders', 'active'] },
      ]}
      required={['name']}
      defaults={{ reminders: true, active: true }}
      given={{ organisation_id }}
      arrange={(contact, { form, label, remove }) => (
        <>
          <Section>
            <Facts
              facts={[
                [
                  labelOf(t, 'invoicing/contact', 'balance'),
                  <Money key="balance" amount={contact.balance} currency={contact.currency} strong />,
                ],
              ]}
            />
            <Group gap="sm">
              <Button component={Link} to={paths.invoiceEdit({ contact: contact.id })}>
                {t('billing:contacts.invoice')}
              </Button>
              <Button component={Link} to={paths.statement({ id: contact.id })} variant="default">
                {t('billing:reports.statement')}
              </Button>
              <Button component={Link} to={paths.invoices({ contact_id: contact.id })} variant="default">
                {t('billing:contacts.invoices')}
              </Button>
            </Group>
          </Section>
          <Account contact={contact} />
          {form}
          <Section title={label} apart>
            {remove}
          </Section>
        </>
      )}
      texts={{
        title: t('billing:contacts.title'),
        create: t('billing:contacts.new'),
        text: t('billing:contacts.pageText'),
        missing: t('billing:contacts.missing'),
      }}
    />
  )
}
