import { Alert } from '@mantine/core'
import { useState } from 'react'
import { AccountFields } from '../accounts/AccountFields.tsx'
import { client } from '../api.ts'
import { Page } from '../frame/Page.tsx'
import { Sections } from '../prose/Sections.tsx'
import { useProse } from '../prose/useProse.ts'
import { useSession } from '../stores/session.ts'
import { Section } from '../ui/Section.tsx'

export function ContactPage() {
  const { title, sections, form } = useProse('contact')
  const user = useSession((session) => session.user)
  return (
    <Page title={title}>
      <Sections sections={sections} />
      <Section title={form.title} apart>
        <ContactForm key={user?.id} words={form} name={user?.display_name} email={user?.email} />
      </Section>
    </Page>
  )
}

function ContactForm({ words, name = '', email = '' }: Props) {
  const [done, setDone] = useState<string | null>(null)
  if (done) return <Alert role="status">{done}</Alert>
  return (
    <AccountFields
      fields={[
        { name: 'name', type: 'name', label: words.name, autoComplete: 'name', value: name },
        { name: 'email', type: 'email', label: words.email, autoComplete: 'email', value: email },
        { name: 'phone', type: 'text', label: words.phone, autoComplete: 'tel', optional: true },
        { name: 'subject', type: 'text', label: words.subject, optional: true },
        { name: 'text', type: 'long', label: words.text },
        { name: 'website', type: 'trap', label: '', optional: true },
      ]}
      submit={words.submit}
      send={async ({ phone, ...values }) => {
        const asked = { ...values, ...(phone!.trim() && { phone: phone!.trim() }) }
        const { message } = await client.call<{ message?: string }>('PUT', 'enquiry', asked)
        setDone(message ?? words.done)
      }}
    />
  )
}

type Props = {
  words: ReturnType<typeof useProse<'contact'>>['form']
  name: string | undefined
  email: string | undefined
}
