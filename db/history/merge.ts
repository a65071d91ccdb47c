import { sql } from 'kysely'
import { buildFiles } from './build.ts'
import { forgetNotes } from './changes/notes.ts'
import { ALL_TRACKERS } from './hot_rows.ts'
import { listParts, type Part } from './parts.ts'
import { commit, deleteMerged } from './swap.ts'
import type { Work } from './work.ts'

/**
 * Days of organisations whose late reports are due: rows of closed days that are in the default partition, or in one that
 * was closed. Files are rewritten for many rows or old ones, at most once an hour, and large ones for few rows at most
 * once a day: a tracker that sends a late report each minute must not have them rewritten each minute.
 *
 * A day far in the past without a file is that of a wrong clock, and stays as it is.
 */
export async function findLate(
  { db }: Work,
  horizon: string,
  { least_rows, pause_s }: MergePolicy,
): Promise<LateDay[]> {
  const { rows: closed } = await sql<{ name: string }>`select name from event_archive_partition
    where closed_at is not null`.execute(db)
  const tables = [sql.table('tracker_event_default'), ...closed.map(({ name }) => sql.table(name))]
  const late = sql.join(
    tables.map(
      (table) => sql`select e.organisation_id, (e.fix_at at time zone 'UTC')::date as day, e.received from ${table} e
        where e.fix_at < ${horizon}::timestamptz and e.fix_at >= ${horizon}::timestamptz - interval '400 days'`,
    ),
    sql` union all `,
  )
  const { rows } = await sql<LateDay>`
    select l.organisation_id, l.day::text as day from (
      select organisation_id, day, count(*) as count, min(received) as since from (${late}) e group by organisation_id, day
    ) l
    join organisation o on o.id = l.organisation_id
    left join lateral (
      select sum(a.events) as events, max(a.written_at) as written_at from event_archive a
      where a.organisation_id = l.organisation_id and a.day = l.day
    ) a on true
    where (a.written_at is not null or l.day >= (${horizon}::timestamptz at time zone 'UTC')::date - 60)
      and (l.count >= ${least_rows} or l.since < now() - make_interval(secs => ${pause_s}::float8))
      and (a.written_at is null or a.written_at < now() - make_interval(secs => ${pause_s}::float8
        * case when a.events > 100000 and l.count < a.events / 1000 then 24 else 1 end))
    order by l.day, l.organisation_id limit 1000`.execute(db)
  return rows
}

/** Merges the late reports of an organisation's day into its files, as many as fit into `merge_rows`. */
export async function mergeDay(work: Work, { organisation_id, day }: LateDay): Promise<number> {
  const { merge_rows } = work
  let count = 0
  const { written_at, parts, removed, changed } = await begin(work, organisation_id, day)
  for (const range of rangesOf(parts)) {
    const span = { organisation_id, day, ...range, closing: null }
    if (!(await hasRows(work, span))) continue
    const built = await buildFiles(work, { span, most: merge_rows, replaced: range.replaced, removed, changed })
    await commit(work, [built], written_at, (trx) => deleteMerged(trx, built))
    count += built.merged.tracker_id.length
  }
  return count
}

/**
 * Rewrites the files that hold events of trackers which were deleted some time ago, or events which were removed by hand:
 * those at most once an hour. Corrected ones are merged (`findLate`), unless their day is too old for it.
 */
export async function rewriteRemoved(work: Work, { removal_delay_s, pause_s }: RemovalPolicy): Promise<number> {
  const { db } = work
  // A transaction that deletes a tracker may have begun long before it is visible.
  const delay = sql`make_interval(secs => ${removal_delay_s}::float8)`
  const isAffected = sql`a.organisation_id = r.organisation_id and r.tracker_id between a.first_tracker_id
    and a.last_tracker_id and a.written_at < r.removed_at + ${delay}`
  const { rows } = await sql<{ organisation_id: number; day: string; part: number }>`
    select distinct a.organisation_id, a.day::text as day, a.part from event_archive a
    join event_archive_removal r on ${isAffected}
    where r.removed_at + ${delay} < now()
    union
    select a.organisation_id, a.day::text, a.part from event_archive a
    join event_archive_change c on a.organisation_id = c.organisation_id
      and c.tracker_id between a.first_tracker_id and a.last_tracker_id and c.fix_at between a.first_fix_at and a.last_fix_at
    where a.written_at < now() - make_interval(secs => ${pause_s}::float8)
      and (c.changed_at < now() - interval '2 days' or not exists (select from tracker_event e
        where e.organisation_id = c.organisation_id and e.tracker_id = c.tracker_id and e.fix_at = c.fix_at
          and e.digest = c.digest))
    order by 2, 1, 3`.execute(db)
  for (const { organisation_id, day, part } of rows) {
    const { written_at, parts, removed, changed } = await begin(work, organisation_id, day)
    const replaced = parts.filter((one) => one.part === part)
    if (replaced.length === 0) continue
    const span = { organisation_id, day, from_tracker_id: 0, to_tracker_id: 0, closing: null }
    const built = await buildFiles(work, { span, replaced, removed, changed })
    await commit(work, [built], written_at, async () => {})
  }
  await sql`delete from event_archive_removal r where r.removed_at + ${delay} < now()
    and not exists (select from event_archive a where ${isAffected})`.execute(db)
  await forgetNotes(db)
  return rows.length
}

/** @returns the files of a day, and the time before they were read */
async function begin({ db, step }: Work, organisation_id: number, day: string) {
  await step()
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(db)
  return {
    written_at: rows[0]!.now,
    ...(await listParts(db, { organisation_ids: [organisation_id], from: day, to: day })),
  }
}

async function hasRows({ db }: Work, { organisation_id, day, from_tracker_id, to_tracker_id }: Range & LateDay) {
  const { rows } = await sql<{ found: boolean }>`select exists (select from tracker_event e
    where e.organisation_id = ${organisation_id} and e.tracker_id >= ${from_tracker_id} and e.tracker_id < ${to_tracker_id}
      and e.fix_at >= ${`${day}T00:00:00Z`}::timestamptz
      and e.fix_at < ${`${day}T00:00:00Z`}::timestamptz + interval '24 hours') as found`.execute(db)
  return rows[0]!.found
}

/** The range of trackers of each file of a day; without files, one range of all trackers. */
function rangesOf(parts: Part[]): (Range & { replaced: Part[] })[] {
  if (parts.length === 0) return [{ ...ALL_TRACKERS, replaced: [] }]
  const sorted = [...parts].sort((a, b) => a.first_tracker_id - b.first_tracker_id)
  return sorted.map((part, i) => ({
    from_tracker_id: i === 0 ? ALL_TRACKERS.from_tracker_id : part.first_tracker_id,
    to_tracker_id: sorted[i + 1]?.first_tracker_id ?? ALL_TRACKERS.to_tracker_id,
    replaced: [part],
  }))
}

export type LateDay = { organisation_id: number; day: string }
type Range = { from_tracker_id: number; to_tracker_id: number }
type RemovalPolicy = Pick<MergePolicy, 'pause_s'> & { removal_delay_s: number }
export type MergePolicy = {
  /** Fewer rows wait until the first of them has been there for `pause_s`. */
  least_rows: number
  /** Between two rewritings of a day. */
  pause_s: number
}
