import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useViewportState } from '../kit/live/viewportState.ts'

/** Number of trackers outside that are counted in cells instead of drawn one by one. */
export function OutsideInCells() {
  const { t } = useTranslation()
  const count = useViewportState((state) => state.outside_in_cells)
  if (count === 0) return null
  return (
    <Alert color="red" variant="default" p="xs" role="status" style={{ pointerEvents: 'auto' }}>
      {t('tracking:map.outsideInCells', { count })}
    </Alert>
  )
}
