import { Group, Skeleton, Stack } from '@mantine/core'

export function FleetLoading() {
  return (
    <Stack p="sm" gap="lg" aria-busy="true">
      <Skeleton height={36} />
      {['55%', '70%', '45%', '60%', '50%', '65%', '40%'].map((width) => (
        <Group key={width} gap="sm" wrap="nowrap">
          <Skeleton height={16} width={16} circle />
          <Stack gap={6} style={{ flex: 1 }}>
            <Skeleton height={12} width={width} />
            <Skeleton height={10} width="30%" />
          </Stack>
        </Group>
      ))}
    </Stack>
  )
}
