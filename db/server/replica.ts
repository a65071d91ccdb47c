import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables/index.ts'

/** A place in the primary's log. Replicas of another timeline or system have other rows at the same place. */
export type Position = { system: string; timeline: number; lsn: string }

/**
 * The place up to which everything is committed that a reader of the primary can see now. Without synchronous commits
 * readers see what is not written yet.
 */
export async function positionOf(primary: Kysely<Database>): Promise<Position> {
  const { rows } = await sql<Position & { timeline: string }>`
    select (select system_identifier::text from pg_control_system()) as system,
      ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline,
      case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
        else pg_current_wal_flush_lsn() end::text as lsn`.execute(primary)
  return rows[0]!
}

/**
 * Waits until a replica has replayed everything up to a position: its answers are then as new as the primary's, and so
 * are the rights in their conditions.
 *
 * @returns `ready`; `behind` after `wait_ms`; `foreign` for a server that is no replica of this primary, or of an older
 * timeline
 */
export async function awaitReplay(
  replica: Kysely<Database>,
  { system, timeline, lsn }: Position,
  wait_ms: number,
): Promise<'ready' | 'behind' | 'foreign'> {
  const deadline = performance.now() + wait_ms
  for (let pause = 2; ; pause = Math.min(2 * pause, 50)) {
    const { rows } = await sql<{ is_replica: boolean; has_replayed: boolean | null }>`
      select pg_is_in_recovery() and ${system} = (select system_identifier::text from pg_control_system())
          and ${timeline}::integer = coalesce((select received_tli from pg_stat_wal_receiver),
            (select timeline_id from pg_control_checkpoint())) as is_replica,
        pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as has_replayed`.execute(replica)
    const { is_replica, has_replayed } = rows[0]!
    if (!is_replica) return 'foreign'
    if (has_replayed) return 'ready'
    if (performance.now() + pause > deadline) return 'behind'
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
