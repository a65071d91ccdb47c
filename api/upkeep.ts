import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { deleteInParts } from '#db/pace.ts'
import { tables } from '#db/tables/index.ts'
import type { ApiContext } from './context.ts'
import { domains } from './domains.ts'

const EVERY_MS = 60_000

/** Periodic maintenance: what the doors of the domains say, and once an hour the deletion of what is over. */
export function makeUpkeep(context: ApiContext): PeriodicTask {
  let purge_at = 0
  const run = async () => {
    for (const keep of domains.flatMap(({ upkeep = [] }) => upkeep)) await keep(context)
    if (Date.now() < purge_at) return
    purge_at = Date.now() + 60 * EVERY_MS
    await purgeDeleted(context)
  }
  return { name: 'upkeep of people and messages', interval_ms: EVERY_MS, run }
}

/** Deletes rows that are over, then what the doors say, such as accounts that were deleted a month ago. */
export async function purgeDeleted(context: Pick<ApiContext, 'db' | 'config'>): Promise<void> {
  for (const { name, past } of tables) if (past) await deleteInParts(context.db, name, past)
  for (const { purge } of domains) await purge?.(context)
}
