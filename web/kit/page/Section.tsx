import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { HeadLine } from './HeadLine.tsx'

/**
 * @param title omitted where the page's title is enough
 * @param apart adds space above
 */
export function Section({ title, text, apart = false, id, children }: Props) {
  return (
    <Stack component="section" id={id} gap="md" mt={apart ? 48 : 0} mb={36}>
      <div>
        {title && (
          <Title order={2} size="h5">
            {title}
          </Title>
        )}
        {text && (
          <Text c="dimmed" size="sm">
            {text}
          </Text>
        )}
      </div>
      {/* A list in it is only a part of the page. */}
      <HeadLine value={undefined}>{children}</HeadLine>
    </Stack>
  )
}

type Props = { title?: string; text?: string; apart?: boolean; id?: string; children: ReactNode }
