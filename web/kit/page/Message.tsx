import { Center, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { DocumentTitle } from './Page.tsx'

/**
 * A page that shows only a message.
 *
 * @param tab the document's title, where the message is too long for it
 */
export function Message({ title, tab = title, text, children }: Props) {
  return (
    <Center mih="100%" p="lg" component="main">
      <DocumentTitle title={tab} />
      <Stack align="center" gap="sm" maw={420}>
        <Title order={1} size="h3" ta="center">
          {title}
        </Title>
        {text && (
          <Text c="dimmed" ta="center">
            {text}
          </Text>
        )}
        {children}
      </Stack>
    </Center>
  )
}

type Props = { title: string; tab?: string; text?: string; children?: ReactNode }
