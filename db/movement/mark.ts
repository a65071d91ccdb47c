import { sql } from 'kysely'
import type { Trx } from '../database.ts'

/** Notes that events of a tracker from a time on have changed: its trips are found again from the rest before. */
export async function markMovement(trx: Trx, { organisation_id, tracker_id, fix_at }: Changed): Promise<void> {
  await sql`update movement_checkpoint set dirty_from = least(dirty_from, ${fix_at}::timestamptz),
      dirty_until = greatest(dirty_until, ${fix_at}::timestamptz)
    where organisation_id = ${organisation_id} and tracker_id = ${tracker_id}`.execute(trx)
}

type Changed = { organisation_id: number; tracker_id: number; fix_at: string }
