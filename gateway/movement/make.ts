import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import type { GatewayConfig } from '../config.ts'
import type { Metrics } from '../metrics.ts'
import { RoadLimits } from '../roads/index.ts'
import { Movement, type MovementOptions } from './movement.ts'

/** What follows trackers, with its metrics. */
export function makeMovement(
  { roads, log, ...options }: Made,
  { registers, watch }: Pick<Metrics, 'registers' | 'watch'>,
): Movement {
  const written = new Counter({
    name: 'ringfence_movement_written_total',
    help: 'Times that a tracker’s segments were written',
    registers,
  })
  const recomputed = new Counter({
    name: 'ringfence_movement_recomputed_reports_total',
    help: 'Reports that were read again after late data, corrections and other changes',
    registers,
  })
  const limits = roads && new RoadLimits({ ...roads, log })
  const movement = new Movement({ ...options, roads: limits, metrics: { written, recomputed } })
  watch('ringfence_movement_waiting', 'Reports that wait for the rules of movement', () => movement.waiting)
  watch('ringfence_movement_behind', 'Trackers whose reports are to be read from history', () => movement.behind)
  watch('ringfence_movement_unread', 'Trackers whose history is not read yet, after an upgrade', () => movement.unread)
  watch('ringfence_movement_lag_seconds', 'Age of the oldest report that waits for the rules', () => movement.lag_s)
  return movement
}

type Made = Omit<MovementOptions, 'metrics' | 'roads'> & { roads: GatewayConfig['roads']; log: Logger }
