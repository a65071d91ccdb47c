import { Center, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A page that shows only a message. */
export function Message({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <Center mih="100%" p="lg" component="main">
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
