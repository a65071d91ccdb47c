import { type Kysely, sql } from 'kysely'
import { deleteInParts } from '../pace.ts'
import { listPartitions } from '../partitions.ts'
import type { Database } from '../tables/index.ts'
import { noteRetention } from './chain/append.ts'

/**
 * Retention of events: drops the partitions that ended more than `days` ago, forgets the files of days that did, and
 * deletes from the default partition what is older by both fix time and arrival.
 */
export async function retain(db: Kysely<Database>, days: number, now = new Date()): Promise<Retained> {
  const before = new Date(now.getTime() - days * 86_400_000)
  const dropped: string[] = []
  for (const { name, to } of await listPartitions(db)) {
    if (!to || new Date(to) > before) continue
    await sql`drop table ${sql.table(name)}`.execute(db)
    dropped.push(name)
  }
  const past = sql`fix_at < ${before.toISOString()} and received < ${before.toISOString()}`
  const deleted = await deleteInParts(db, 'tracker_event_default', past)
  return { before: before.toISOString(), dropped, deleted, ...(await retainFiles(db, before)) }
}

/** The files themselves are removed when no reader can be reading them any more. */
async function retainFiles(db: Kysely<Database>, before: Date): Promise<RetainedFiles> {
  const day = before.toISOString().slice(0, 10)
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<RetainedFiles & { counts: { organisation_id: number; reports: number }[] }>`
    with old as (
      delete from event_archive where day < ${day}::date
      returning organisation_id, day, events
    ), changed as (
      update event_archive_version v set version = v.version + 1
      where v.organisation_id in (select organisation_id from old)
    ) select count(*)::int as files, coalesce(sum(events), 0)::float8 as file_events,
      array(select distinct day::text from old order by 1) as file_days,
      (select coalesce(json_agg(json_build_object('organisation_id', c.organisation_id, 'reports', c.reports)), '[]')
        from (select organisation_id, sum(events)::float8 as reports from old group by 1) c) as counts
    from old`.execute(trx)
    const { counts, ...retained } = rows[0]!
    await noteRetention(trx, counts, day)
    return retained
  })
}

export type Retained = { before: string; dropped: string[]; deleted: number } & RetainedFiles
/** Files of closed days, their events, and which days: YYYY-MM-DD. */
type RetainedFiles = { files: number; file_events: number; file_days: string[] }
