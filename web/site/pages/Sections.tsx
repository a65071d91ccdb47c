import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export type StaticPage = 'help' | 'about' | 'contact' | 'privacy' | 'terms'

/** Headings and paragraphs of a static page. */
export function Sections({ of }: { of: StaticPage }) {
  const { t } = useTranslation()
  const sections: readonly (readonly string[])[] = t(`site:${of}.sections`, { returnObjects: true })
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
