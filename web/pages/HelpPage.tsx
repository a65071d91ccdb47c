import { Anchor, Text } from '@mantine/core'
import { Page } from '../frame/Page.tsx'
import { Sections } from '../prose/Sections.tsx'
import { useProse } from '../prose/useProse.ts'

export function HelpPage() {
  const { title, sections, api, apiLink } = useProse('help')
  return (
    <Page title={title}>
      <Sections sections={sections} />
      <Text mt="lg" c="dimmed">
        {api}{' '}
        <Anchor href="/api/docs" inherit>
          {apiLink}
        </Anchor>
      </Text>
    </Page>
  )
}
