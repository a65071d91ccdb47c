import { Anchor, Text } from '@mantine/core'
import { Page } from '../frame/Page.tsx'
import { Sections } from './Sections.tsx'

/** What the operator has written counts; without it, what can be said of every installation. */
export function Legal({ words, url }: { words: Words; url: string | null | undefined }) {
  return (
    <Page title={words.title}>
      {url && (
        <Text>
          {words.operator}{' '}
          <Anchor href={url} rel="noopener" inherit>
            {words.link}
          </Anchor>
        </Text>
      )}
      <Text mt="sm" c="dimmed">
        {words.text}
      </Text>
      <Sections sections={words.sections} />
    </Page>
  )
}

type Words = {
  title: string
  operator: string
  link: string
  text: string
  sections: readonly (readonly string[])[]
}
