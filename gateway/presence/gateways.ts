import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { lastReport, offlineTimeout } from './store.ts'

/** Heartbeats of gateways. When one dies, others take over its trackers. */

/** @returns `is_new`: it had no row, since it has just started or was considered dead */
export async function recordHeartbeat(
  db: Kysely<Database>,
  gateway_id: string,
): Promise<{ is_new: boolean; others: number }> {
  const { rows } = await sql<{ is_new: boolean; others: number }>`
    insert into gateway (id) values (${gateway_id})
    on conflict (id) do update set alive_at = now()
    returning xmax = 0 as is_new, (select count(*)::int from gateway
      where id <> ${gateway_id} and not stopped and alive_at > now() - ${DEAD_AFTER}) as others`.execute(db)
  return rows[0]!
}

/** Marks a regular stop: its devices are not offline, they reconnect here or to another gateway. */
export async function recordStopped(db: Kysely<Database>, gateway_id: string): Promise<void> {
  await db
    .updateTable('gateway')
    .set({ stopped: true, alive_at: sql<string>`now()` })
    .where('id', '=', gateway_id)
    .execute()
}

/**
 * Releases the trackers of dead gateways. Their connections are lost: where a device has left a last will, it is
 * considered delivered. `due_at` gives each tracker time to reconnect.
 */
export async function takeOverFromDead(db: Kysely<Database>): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows: dead } = await sql<{ id: string; stopped: boolean }>`
      delete from gateway where alive_at < now() - ${DEAD_AFTER} returning id, stopped`.execute(trx)
    for (const { id, stopped } of dead) {
      await sql`
        update tracker_presence p set gateway_id = null, has_will = false, contact = c.contact, due_at = c.due_at,
          seen_at = c.last_at
        from (
          select p.organisation_id, p.tracker_id, p.contact, p.last_at,
            greatest(case p.contact when 'reported' then p.last_at else now() end, p.last_at)
              + ${offlineTimeout(sql`p.contact`)} as due_at
          from (
            select p.organisation_id, p.tracker_id, greatest(p.seen_at, ${lastReport}) as last_at,
              case when p.contact <> 'connected' then p.contact when p.has_will and not ${stopped} then 'left'
                else 'closed' end as contact
            from tracker_presence p
            left join tracker_state s on s.organisation_id = p.organisation_id and s.tracker_id = p.tracker_id
            where p.gateway_id = ${id} and p.online
          ) p
          join tracker t on t.organisation_id = p.organisation_id and t.id = p.tracker_id
          left join tracker_state s on s.organisation_id = t.organisation_id and s.tracker_id = t.id
        ) c
        where p.organisation_id = c.organisation_id and p.tracker_id = c.tracker_id and p.gateway_id = ${id}`.execute(
        trx,
      )
    }
    return dead.length
  })
}

/** Six heartbeats. */
const DEAD_AFTER = sql`interval '30 s'`
