import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../kit/actions/useAction.ts'
import { api } from '../api.ts'
import { keys } from '../keys.ts'
import type { Boundary } from '../types.ts'

/** Warns that trackers which leave a boundary are inside others still, and offers the rule that changes that. */
export function ContainedNote({ boundary, change }: { boundary: Boundary; change: () => Promise<unknown> }) {
  const { t } = useTranslation()
  const { busy, run } = useAction()
  const { data = [] } = useQuery({
    queryKey: keys.containingBoundaries(boundary.id),
    queryFn: () => api.containingBoundaries(boundary.id),
    enabled: boundary.active && boundary.rule === 'any',
    staleTime: 0,
  })
  if (data.length === 0 || boundary.rule !== 'any') return null
  const { name } = boundary
  return (
    <Alert color="yellow" mb="md" role="status">
      <Text size="sm" mb="sm">
        {t('tracking:boundaries.contained', { name, others: data.map((other) => other.name).join(', ') })}
      </Text>
      <Button size="xs" variant="default" loading={busy} onClick={() => run(change)}>
        {t('tracking:boundaries.makeAlone', { name })}
      </Button>
    </Alert>
  )
}
