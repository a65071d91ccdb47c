import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { ApiContext } from '../../context.ts'
import { runReminders } from './run.ts'

const EVERY_MS = 15 * 60_000

/** Reminds of unpaid invoices, where billing is on. */
export function makeReminderTask(context: ApiContext): PeriodicTask {
  return {
    name: 'reminders of invoices',
    interval_ms: EVERY_MS,
    run: (day?: string) => runReminders(context, day ?? null),
  }
}
