import { ColorSwatch, Group } from '@mantine/core'

/** A group's name behind its colour. */
export function GroupName({ name, colour }: { name: string; colour: string | null }) {
  return (
    <Group gap="xs" wrap="nowrap" component="span">
      <ColorSwatch component="span" size={12} color={colour ?? 'var(--mantine-color-gray-5)'} withShadow={false} />
      <span>{name}</span>
    </Group>
  )
}
