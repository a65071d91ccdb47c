import { Alert, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { AccountFields } from '../../kit/forms/AccountFields.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'

export function ContactPage() {
  const { t } = useTranslation()
  const user = useSession((session) => session.user)
  return (
    <Page title={t('site:contact.title')}>
      <WhomToAsk />
      <Section title={t('site:contact.form.title')} apart>
        <ContactForm key={user?.id} name={user?.display_name} email={user?.email} />
      </Section>
    </Page>
  )
}

function WhomToAsk() {
  const { t } = useTranslation()
  const sections: readonly (readonly string[])[] = t('site:contact.sections', { returnObjects: true })
  return sections.map(([heading, ...paragraphs]) => (
    <section key={heading}>
      <Title order={2} size="h5" mt="lg" mb={6}>
        {heading}
      </Title>
      {paragraphs.map((paragraph) => (
        <Text key={paragraph} mb="xs" lh={1.6}>
          {paragraph}
        </Text>
      ))}
    </section>
  ))
}

function ContactForm({ name = '', email = '' }: Props) {
  const { t } = useTranslation()
  const [done, setDone] = useState<string | null>(null)
  if (done) return <Alert role="status">{done}</Alert>
  return (
    <AccountFields
      fields={[
        { name: 'name', type: 'name', label: t('site:contact.form.name'), autoComplete: 'name', value: name },
        { name: 'email', type: 'email', label: t('site:contact.form.email'), autoComplete: 'email', value: email },
        { name: 'phone', type: 'text', label: t('site:contact.form.phone'), autoComplete: 'tel', optional: true },
        { name: 'subject', type: 'text', label: t('site:contact.form.subject'), optional: true },
        { name: 'text', type: 'long', label: t('site:contact.form.text') },
        { name: 'website', type: 'trap', label: '', optional: true },
      ]}
      submit={t('site:contact.form.submit')}
      send={async ({ phone, ...values }) => {
        const request = { ...values, ...(phone!.trim() && { phone: phone!.trim() }) }
        const { message } = await client.call<{ message?: string }>('PUT', 'enquiry', request)
        setDone(message ?? t('site:contact.form.done'))
      }}
    />
  )
}

type Props = { name: string | undefined; email: string | undefined }
