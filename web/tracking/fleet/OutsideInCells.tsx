import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useViewportState } from './viewportState.ts'

/** So many are outside that they are not all drawn one by one. */
export function OutsideInCells() {
  const { t } = useTranslation()
  const count = useViewportState((scene) => scene.outside_in_cells)
  if (count === 0) return null
  return (
    <Alert color="red" variant="default" p="xs" role="status" style={{ pointerEvents: 'auto' }}>
      {t('tracking:map.outsideInCells', { count })}
    </Alert>
  )
}
