import { sql } from 'kysely'
import { retried } from '../swap.ts'
import type { Work } from '../work.ts'
import { linkDays, unlinkedDays } from './append.ts'
import { noChange } from './link.ts'

/**
 * Takes days into the chain that were closed before it began, as soon as all their files have been read (`fill.ts`). Some at a time,
 * in transactions of their own.
 *
 * @returns whether none is left that could be taken in
 */
export async function adoptDays(work: Pick<Work, 'db' | 'lease' | 'step'>, most: number): Promise<boolean> {
  for (let adopted = 0; adopted < most; ) {
    await work.step()
    const days = await unlinkedDays(work.db, Math.min(BATCH, most - adopted))
    if (days.length === 0) return true
    await retried(work, () =>
      work.db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = '500ms'`.execute(trx)
        await work.lease.check(trx)
        await linkDays(
          trx,
          days.map((day) => ({ ...day, change: noChange, had_files: true })),
        )
      }),
    )
    adopted += days.length
  }
  return false
}

const BATCH = 100
