import { type RawBuilder, sql } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { MovementInput } from '#db/movement/queue.ts'
import type { ApiContext } from '../../../context.ts'
import { publishJob } from '../../../files/jobs/worker.ts'
import { spansOf } from './spans.ts'

/**
 * Does the jobs that find movement again: marks some trackers at a time, which are then read by the process that follows
 * them (`gateway/movement`), and tells how far that is. All of it is in the database: any process continues it.
 */
export function makeMovementJobs(context: ApiContext): PeriodicTask {
  return { name: 'jobs of movement', interval_ms: 2_000, run: () => runMovementJobs(context) }
}

async function runMovementJobs(context: ApiContext): Promise<void> {
  const { rows } = await sql<Open>`select distinct on (organisation_id) id, organisation_id, state, input from job
    where kind = 'movement' and state in ('queued', 'running')
    order by organisation_id, state = 'running' desc, id`.execute(context.db)
  for (const job of rows) {
    const id = Number(job.id)
    if (job.state === 'running' || (await begin(context, { ...job, id }))) await advance(context, id)
  }
}

/** @returns whether there is anything to do */
async function begin({ db }: ApiContext, { id, organisation_id, input }: Open): Promise<boolean> {
  const { spans, boundary_ids } = await spansOf(db, organisation_id, input)
  return await db.transaction().execute(async (trx) => {
    const { rows: waiting } = await sql`select 1 from job where id = ${id} and state = 'queued' for update`.execute(trx)
    if (waiting.length === 0) return false
    // In the order in which trackers are removed, and only those that are there still.
    await sql`insert into movement_job_tracker (job_id, organisation_id, tracker_id, from_at, to_at)
      select ${id}, t.organisation_id, t.id, s.from_at, s.to_at
      from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb)
        as s (tracker_id bigint, from_at timestamptz, to_at timestamptz)
      join tracker t on t.organisation_id = ${organisation_id} and t.id = s.tracker_id
      order by t.id for key share of t`.execute(trx)
    await sql`delete from movement_boundary
      where organisation_id = ${organisation_id} and boundary_id = any(${boundary_ids}::bigint[])`.execute(trx)
    // No tracker has been near these boundaries: people are not shown a job without work.
    if (spans.length === 0 && input.of === 'boundaries') await sql`delete from job where id = ${id}`.execute(trx)
    else {
      await sql`update job set state = 'running', started_at = now(), total_entries = (
          select coalesce(sum(${days}), 0) from movement_job_tracker t where t.job_id = job.id)
        where id = ${id}`.execute(trx)
    }
    return spans.length > 0 || input.of !== 'boundaries'
  })
}

/** Notes what is done, marks the next trackers, and ends the job when all are done. */
async function advance(context: ApiContext, id: number): Promise<void> {
  const { db } = context
  await sql`update movement_job_tracker t set done = true
    where t.job_id = ${id} and t.marked_at is not null and not t.done and ${position} >= t.to_at`.execute(db)
  await sql`with next as (
      select t.organisation_id, t.tracker_id, t.from_at, t.to_at from movement_job_tracker t
      where t.job_id = ${id} and t.marked_at is null order by t.tracker_id
      limit greatest(0, ${AT_ONCE} - (select count(*) from movement_job_tracker m
        where m.job_id = ${id} and m.marked_at is not null and not m.done))
    ), locked as (
      select c.organisation_id, c.tracker_id, next.from_at, next.to_at from next join movement_checkpoint c
        on c.organisation_id = next.organisation_id and c.tracker_id = next.tracker_id
      order by c.organisation_id, c.tracker_id for update of c
    ), marked as (
      update movement_checkpoint c set dirty_from = least(c.dirty_from, l.from_at),
        dirty_until = greatest(c.dirty_until, l.to_at)
      from locked l where c.organisation_id = l.organisation_id and c.tracker_id = l.tracker_id
    )
    update movement_job_tracker t set marked_at = now() from next
    where t.job_id = ${id} and t.tracker_id = next.tracker_id`.execute(db)
  const { rows } = await sql<{ changed: boolean }>`
    with now_done as (
      select coalesce(sum(case when t.done then ${days} when t.marked_at is null then 0
          else least(${days}, greatest(0, floor(extract(epoch from ${position} - t.from_at) / 86400))) end), 0)::int as days,
        coalesce(bool_and(t.done), true) as is_end
      from movement_job_tracker t where t.job_id = ${id})
    update job set done_entries = case when n.is_end then coalesce(job.total_entries, 0)
        else greatest(job.done_entries, n.days) end,
      state = case when n.is_end then 'done' else 'running' end, ended_at = case when n.is_end then now() end
    from now_done n, job b where job.id = ${id} and b.id = job.id and job.state = 'running'
    returning n.is_end or b.done_entries < n.days as changed`.execute(db)
  if (rows[0]?.changed) await publishJob(context, id)
}

/** Up to which time a tracker is found again; infinite where nothing waits. */
const position: RawBuilder<unknown> = sql`coalesce((select least(c.dirty_from, c.recompute_from)
  from movement_checkpoint c where c.organisation_id = t.organisation_id and c.tracker_id = t.tracker_id), 'infinity')`
const days = sql`greatest(1, ceil(extract(epoch from t.to_at - t.from_at) / 86400))::int`
/** Trackers that wait to be read: late reports of others are found in between. */
const AT_ONCE = 20

type Open = { id: number; organisation_id: number; state: 'queued' | 'running'; input: MovementInput }
