import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { keys } from '../keys.ts'
import type { Area, Shape } from '../map/draw/types.ts'
import { countPositions } from './import/rows.ts'
import { errorText, simplifyShape, useBoundaryLimit } from './simplifying.ts'

/** Offers to simplify an area that has more corners than the person may save, and says how far it would deviate. */
export function SimplifyOffer({ shape, take }: { shape: Shape | null; take: (shape: Area) => void }) {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const limit = useBoundaryLimit(organisation_id)
  const area = shape?.kind === 'area' ? shape : null
  const positions = area ? countPositions(area) : 0
  const is_large = limit !== null && positions > limit
  const { data, error } = useQuery({
    // A shape is never changed in place: the object is its version.
    queryKey: keys.simplifiedShape(organisation_id, versionOf(area)),
    queryFn: () => simplifyShape(organisation_id, area!),
    enabled: is_large,
    gcTime: 0,
  })
  if (!is_large) return null
  const simple = data && { count: countPositions(data.shape), error: errorText(t, data.error_m) }
  return (
    <Alert color="yellow" mb="md" title={t('tracking:simplify.large')}>
      <Stack gap="xs">
        <Text size="sm">{t('tracking:simplify.text', { count: positions, limit })}</Text>
        {error && <Text size="sm">{sentenceOf(error) ?? t('tracking:import.failed')}</Text>}
        {simple && (
          <Button
            size="xs"
            variant="light"
            h="auto"
            py={6}
            styles={{ label: { whiteSpace: 'normal' } }}
            onClick={() => take(data.shape)}
          >
            {t('tracking:simplify.offer', simple)}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

const versions = new WeakMap<object, number>()
let last = 0

function versionOf(area: Area | null): number {
  if (!area) return 0
  const version = versions.get(area) ?? ++last
  versions.set(area, version)
  return version
}
