import { Anchor, Text, Title } from '@mantine/core'
import { Keys } from '../fleet/Keys.tsx'
import { Page } from '../frame/Page.tsx'
import { Sections } from '../prose/Sections.tsx'
import { useProse } from '../prose/useProse.ts'

export function HelpPage() {
  const { title, sections, keys, api, apiLink } = useProse('help')
  return (
    <Page title={title}>
      <Sections sections={sections} />
      <Title order={2} size="h5" mt="lg" mb={6}>
        {keys}
      </Title>
      <Keys />
      <Text mt="lg" c="dimmed">
        {api}{' '}
        <Anchor href="/api/docs" inherit>
          {apiLink}
        </Anchor>
      </Text>
    </Page>
  )
}
