import { Counter } from 'prom-client'
import type { Metrics } from '../metrics.ts'
import type { Movement } from './movement.ts'

export function makeMovementMetrics({ registers }: Pick<Metrics, 'registers'>) {
  return {
    written: new Counter({
      name: 'ringfence_movement_written_total',
      help: 'Times that a tracker’s segments were written',
      registers,
    }),
    recomputed: new Counter({
      name: 'ringfence_movement_recomputed_reports_total',
      help: 'Reports that were read again after late data, corrections and other changes',
      registers,
    }),
  }
}

export function watchMovement({ watch }: Pick<Metrics, 'watch'>, movement: Movement): void {
  watch('ringfence_movement_waiting', 'Reports that wait for the rules of movement', () => movement.waiting)
  watch('ringfence_movement_behind', 'Trackers whose reports are to be read from history', () => movement.behind)
  watch(
    'ringfence_movement_lag_seconds',
    'Age of the oldest report that waits for the rules of movement',
    () => movement.lag_s,
  )
}
