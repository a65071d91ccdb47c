import { sql } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { Trx } from '#db/database.ts'
import type { ApiContext } from '../../context.ts'
import { type JobHandler, nothingSaved } from '../../crud/jobs/handler.ts'
import { afterCommit, transact } from '../../crud/transact.ts'
import { forgetResults, keepResults, type Watch } from './close.ts'

/** Closes a cycle, or opens it again: which, its row says. */
export const closing: JobHandler = {
  kind: 'closing',
  place: 'cpd',
  needs_secret: false,
  async run({ context: { db }, job, signal, progress }) {
    const { devcycle_id } = job.input as { devcycle_id: number }
    const watch: Watch = {
      total: (people) => progress.total(null, people),
      done: (people) => {
        for (let each = 0; each < people; each++) progress.entry()
      },
      async check() {
        signal.throwIfAborted()
      },
    }
    const cycle = await db.selectFrom('devcycle').select('opening').where('id', '=', devcycle_id).executeTakeFirst()
    if (cycle) await (cycle.opening ? forgetResults : keepResults)(db, devcycle_id, watch)
    return nothingSaved
  },
}

/** Queues the job that closes or opens a cycle, or finds the one that does. @returns its id */
export async function queueClosing(trx: Trx, { id, organisation_id, name }: Cycle, user_id: number): Promise<number> {
  const [open] = await openJobs(trx, { id, organisation_id })
  if (open !== undefined) return open
  // As the tray names it. There is nothing private in it.
  const input = { devcycle_id: id, name, opens_private: false }
  const job = await trx
    .insertInto('job')
    .values({ organisation_id, user_id, kind: 'closing', input: sql`${JSON.stringify(input)}::jsonb` as never })
    .returning('id')
    .executeTakeFirstOrThrow()
  afterCommit(trx, ({ jobs }) => jobs.notify())
  return job.id
}

/** Ends the jobs of a cycle that have not ended. */
export async function cancelClosing(trx: Trx, cycle: Pick<Cycle, 'id' | 'organisation_id'>): Promise<void> {
  for (const id of await openJobs(trx, cycle)) {
    const ended = { state: 'cancelled' as const, leased_until: null, ended_at: sql<string>`now()` }
    await trx.updateTable('job').set(ended).where('id', '=', id).execute()
    afterCommit(trx, ({ jobs }) => jobs.cancel(id))
  }
}

async function openJobs(trx: Trx, { id, organisation_id }: Pick<Cycle, 'id' | 'organisation_id'>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from job where organisation_id = ${organisation_id}
    and kind = 'closing' and state in ('queued', 'running') and (input->>'devcycle_id')::bigint = ${id}`.execute(trx)
  return rows.map((row) => Number(row.id))
}

/**
 * Continues with cycles whose job has ended before its work: one that was cancelled is undone as a whole, one that has
 * failed is finished.
 */
export function makeClosingOfCycles(context: ApiContext): PeriodicTask {
  return {
    name: 'closing of cycles',
    interval_ms: EVERY_MS,
    async run() {
      const { rows } = await sql<Left>`
        select c.id, c.organisation_id, c.name, c.opening, j.state, j.user_id from devcycle c
          left join lateral (select j.state, j.user_id from job j where j.organisation_id = c.organisation_id
            and j.kind = 'closing' and (j.input->>'devcycle_id')::bigint = c.id order by j.id desc limit 1) j on true
        where (c.closing or c.opening) and coalesce(j.state not in ('queued', 'running'), true)
        order by c.id limit 10`.execute(context.db)
      for (const { state, ...cycle } of rows) {
        if (state === 'cancelled') await turnAround(context, cycle)
        else await (cycle.opening ? forgetResults : keepResults)(context.db, cycle.id)
      }
    },
  }
}

/** With a job of its own, so that it is turned around once. */
async function turnAround(context: ApiContext, cycle: Omit<Left, 'state'>): Promise<void> {
  await transact(context, async (trx) => {
    const { rows } = await sql`update devcycle set closing = opening, opening = closing, modified_at = now()
      where id = ${cycle.id} and opening = ${cycle.opening} and (closing or opening) returning id`.execute(trx)
    if (rows.length > 0) await queueClosing(trx, cycle, cycle.user_id!)
  })
}

const EVERY_MS = 10_000

type Cycle = { id: number; organisation_id: number; name: string }
type Left = Cycle & { opening: boolean; state: string | null; user_id: number | null }
