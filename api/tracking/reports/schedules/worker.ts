import { sql } from 'kysely'
import { backoff_s, Lease } from '#db/background/lease.ts'
import { LeaseWorker } from '#db/background/worker.ts'
import type { Db } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import type { ApiContext } from '../../../context.ts'
import { AppError } from '../../../http/errors.ts'
import { type Run, runReport } from './run.ts'
import { nextDue } from './when.ts'

const POLL_MS = 30_000
const MOST_ATTEMPTS = 6
/** Schedules that become due together, at most, in a round. */
const AT_ONCE = 100
/** Runs that are kept of a schedule. */
const KEPT_RUNS = 200

const lease = new Lease({ table: 'report_run', seconds: 120, open: sql`state = 'waiting'` })

/** Mails scheduled reports when they are due. */
export function makeReportMails(context: ApiContext): LeaseWorker {
  const { db, log } = context
  return new LeaseWorker({
    name: 'scheduled reports',
    log,
    poll_ms: POLL_MS,
    at_once: 1,
    async take(free) {
      await beginDue(db)
      const runs = await lease.take<Run>(db, {
        from: sql`report_run q where q.state = 'waiting' and ${lease.isFree('q')}`,
        order: sql`q.id`,
        limit: free,
        set: sql`attempts = attempts + 1`,
        returning: sql`id, organisation_id, report_schedule_id, due_at::text as due_at, attempts`,
      })
      return runs.map((run) => ({ ids: [run.id], run: () => tryRun(context, run) }))
    },
    renew: (ids) => lease.renew(db, ids),
  })
}

/**
 * Makes runs of what is due, once each: the schedule then waits for its next time. One that was due while the server was
 * down is made up once, for the period of the time at which it was due.
 */
async function beginDue(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('report_schedule as s')
      .innerJoin('organisation as o', 'o.id', 's.organisation_id')
      .select([
        's.id',
        's.organisation_id',
        's.rhythm',
        's.weekday',
        's.day_of_month',
        's.at',
        's.next_at',
        'o.timezone',
      ])
      .where('s.active', '=', true)
      .where('s.next_at', '<=', sql<string>`now()`)
      .where(isServed(sql`s.organisation_id`))
      .orderBy('s.next_at')
      .limit(AT_ONCE)
      .forUpdate('s')
      .skipLocked()
      .execute()
    for (const { id, organisation_id, next_at, timezone, ...when } of due) {
      await trx
        .insertInto('report_run')
        .values({ organisation_id, report_schedule_id: id, due_at: next_at! })
        .onConflict((on) => on.doNothing())
        .execute()
      await trx
        .updateTable('report_schedule')
        .set({ next_at: nextDue(when, timezone, new Date()) })
        .where('id', '=', id)
        .execute()
      await sql`delete from report_run where report_schedule_id = ${id} and state <> 'waiting' and id not in (
        select id from report_run where report_schedule_id = ${id} order by due_at desc limit ${sql.lit(KEPT_RUNS)})`.execute(
        trx,
      )
    }
  })
}

async function tryRun(context: ApiContext, run: Run): Promise<void> {
  try {
    await runReport(context, run)
  } catch (error) {
    const is_final = error instanceof AppError && !['unavailable', 'too_many_requests'].includes(error.code)
    if (!is_final) context.log.warn({ err: error, run: run.id }, 'a scheduled report failed')
    const reason = error instanceof AppError ? error.message : 'Something went wrong here.'
    const ends = is_final || run.attempts >= MOST_ATTEMPTS
    await context.db
      .updateTable('report_run')
      .set({
        reason,
        ...(ends
          ? { state: 'failed' as const, ended_at: sql<string>`now()`, leased_until: null }
          : {
              leased_until: sql<string>`now() + make_interval(secs => ${backoff_s(run.attempts, { first_s: 30, longest_s: 3600 })})`,
            }),
      })
      .where('id', '=', run.id)
      .execute()
  }
}
