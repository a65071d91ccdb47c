import { Page } from '../frame/Page.tsx'
import { Sections } from '../prose/Sections.tsx'
import { useProse } from '../prose/useProse.ts'

export function ContactPage() {
  const { title, sections } = useProse('contact')
  return (
    <Page title={title}>
      <Sections sections={sections} />
    </Page>
  )
}
