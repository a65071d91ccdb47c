import { Text, Title } from '@mantine/core'

/** A heading and its paragraphs, as the language file has them. */
export function Sections({ sections }: { sections: readonly (readonly string[])[] }) {
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
