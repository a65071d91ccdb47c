import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { ApiContext } from '../../context.ts'
import { runRecurring } from './run.ts'

const EVERY_MS = 15 * 60_000

/** Writes recurring invoices, where billing is on. */
export function makeRecurringTask(context: ApiContext): PeriodicTask {
  return {
    name: 'recurring invoices',
    interval_ms: EVERY_MS,
    run: (day?: string) => runRecurring(context, day ?? null),
  }
}
