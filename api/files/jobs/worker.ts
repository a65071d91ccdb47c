import { sql } from 'kysely'
import { LeaseWorker, LOST, STOPPED, type Work } from '#db/background/worker.ts'
import { cancelledBy } from '#db/cancelling.ts'
import { inBackground } from '#db/embedded/session_queue.ts'
import { liveRooms } from '#db/live_rooms.ts'
import { isServed } from '#db/moving/hold.ts'
import type { JobKind } from '#db/tables/files/job.ts'
import type { ApiContext } from '../../context.ts'
import { type JobHandler, nothingSaved, type Result } from '../../crud/jobs/handler.ts'
import { admit } from '../../crud/roles/limit.ts'
import { transact } from '../../crud/transact.ts'
import { loadViewer, type Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import type { Attended, Jobs, LeasedJob, Progress } from '../../http/jobs.ts'
import { checkRights, rightsCheck } from '../serving/kept_rights.ts'
import { lease } from './lease.ts'

/**
 * Does the jobs of the table `job`. Every job comes to an end: done, failed or cancelled.
 */
export class JobWorker implements Jobs {
  readonly #context: ApiContext
  readonly #handlers: Map<JobKind, JobHandler>
  readonly #worker: LeaseWorker
  /** Jobs that requests do. */
  readonly #attended = new Map<number, AbortController>()
  /** Passphrases of queued jobs: never stored. */
  readonly #secrets = new Map<number, string>()

  constructor(context: ApiContext, handlers: JobHandler[]) {
    this.#context = context
    this.#handlers = new Map(handlers.map((handler) => [handler.kind, handler]))
    this.#worker = new LeaseWorker({
      name: 'background jobs',
      log: context.log,
      poll_ms: POLL_MS,
      failure_level: 'debug',
      at_once: CONCURRENT,
      take: (free) => this.#take(free),
      renew: (running) => this.#renew(running),
    })
  }

  get tasks(): LeaseWorker['tasks'] {
    return this.#worker.tasks
  }

  notify(job?: { id: number; secret: string }): void {
    if (job) this.#secrets.set(job.id, job.secret)
    this.#worker.notify()
  }

  cancel(id: number): void {
    this.#worker.abort(id, CANCELLED)
    this.#attended.get(id)?.abort(CANCELLED)
    this.#secrets.delete(id)
  }

  attend(job: LeasedJob): Attended {
    const controller = new AbortController()
    const progress = new Reporter(this.#context, job)
    const end = async (work: () => Promise<void>) => {
      if (!this.#attended.delete(job.id)) return
      await progress.stop()
      // The statements of a client that has disconnected are cancelled, but not those that end its job.
      await cancelledBy(new AbortController().signal, work)
    }
    this.#attended.set(job.id, controller)
    return {
      signal: controller.signal,
      progress,
      succeed: () =>
        end(() => this.#finish(job, nothingSaved, progress).catch((error) => this.#fail(job, error, undefined))),
      fail: (error) =>
        end(() => {
          const reason = controller.signal.aborted ? controller.signal.reason : error
          return this.#fail(job, reason === STOPPED ? interrupted() : reason, undefined)
        }),
      abandon: () =>
        end(async () => {
          await sql`update job set state = 'cancelled', leased_until = null, ended_at = now()
            where id = ${job.id} and state = 'running'`.execute(this.#context.db)
          await publishJob(this.#context, job.id)
        }),
    }
  }

  /** Waits until nothing is queued or running here. */
  async drain(): Promise<void> {
    await this.#worker.drain()
  }

  /** Stops the running jobs: they are queued again, those with a passphrase end. */
  async stop(): Promise<void> {
    for (const controller of this.#attended.values()) controller.abort(STOPPED)
    await this.#worker.stop()
  }

  /** Takes the next jobs, or those that another process has left. */
  async #take(limit: number): Promise<Work[]> {
    const own = [...this.#secrets.keys()].filter((id) => !this.#worker.isRunning(id))
    const jobs = await lease.take<LeasedJob>(this.#context.db, {
      from: sql`job q where q.state in ('queued', 'running')
        and q.kind <> ${ELSEWHERE} and (${lease.isFree('q')} or (q.id = any(${own}::bigint[]) and q.state = 'queued' and ${isServed(sql`q.organisation_id`)}))`,
      order: sql`q.id`,
      limit,
      set: sql`state = 'running', attempts = attempts + 1, started_at = coalesce(started_at, now()), done_bytes = 0,
        done_entries = 0`,
      returning: sql`id, organisation_id, user_id, kind, input, attempts`,
    })
    return jobs.map((job) => ({
      ids: [job.id],
      run: (signal) => inBackground(() => this.#do(job, signal)).finally(() => this.#secrets.delete(job.id)),
    }))
  }

  async #do(job: LeasedJob, ended: AbortSignal): Promise<void> {
    const handler = this.#handlers.get(job.kind)
    const secret = this.#secrets.get(job.id) ?? null
    const limit = new AbortController()
    const signal = AbortSignal.any([ended, limit.signal])
    const progress = new Reporter(this.#context, job)
    let timer: NodeJS.Timeout | undefined
    let result: Result | null = null
    try {
      if (!handler) throw new AppError('not_implemented', 'This server does not do such jobs.')
      if (handler.needs_secret && secret === null) throw interrupted()
      if (job.attempts > ATTEMPTS) throw interrupted()
      const { opens_private = false } = job.input as { opens_private?: boolean }
      const person = await loadViewer(this.#context.db, { user_id: job.user_id, opens_private })
      const viewer = person && admit(person, handler.place, 'write')
      if (!viewer) throw new AppError('forbidden', 'This account is switched off.')
      if (handler.limit_s) timer = setTimeout(() => limit.abort(TOO_LONG), handler.limit_s * 1000).unref()
      const check = rightsCheck(this.#context.db, viewer, job.organisation_id)
      result = await handler.run({ context: this.#context, job, viewer, check, secret, signal, progress })
      signal.throwIfAborted()
      await progress.stop()
      await this.#finish(job, result, progress, viewer)
    } catch (error) {
      await progress.stop()
      await result?.discard()
      await this.#fail(job, signal.aborted ? signal.reason : error, handler)
    } finally {
      clearTimeout(timer)
      await result?.release().catch(() => {})
    }
  }

  /** Writes the result and the end in one transaction: a cancelled job leaves nothing, nor one of lost rights. */
  async #finish(job: LeasedJob, result: Result, { done, totals }: Reporter, viewer?: Viewer): Promise<void> {
    await transact(this.#context, async (trx) => {
      const { rows } = await sql`select 1 from job where id = ${job.id} and state = 'running' for update`.execute(trx)
      if (rows.length === 0) throw CANCELLED
      if (viewer) await checkRights(trx, viewer, job.organisation_id)
      const result_file_id = await result.save(trx)
      await trx
        .updateTable('job')
        .set({ state: 'done', ...done, ...totals, result_file_id, leased_until: null, ended_at: sql`now()` })
        .where('id', '=', job.id)
        .execute()
    })
    await publishJob(this.#context, job.id)
  }

  async #fail(job: LeasedJob, error: unknown, handler: JobHandler | undefined): Promise<void> {
    const { db, log } = this.#context
    if (error === CANCELLED || error === LOST) return
    const ended = { leased_until: null, ended_at: sql<string>`now()` }
    const change =
      error === STOPPED && !handler?.needs_secret
        ? { state: 'queued' as const, leased_until: null, attempts: job.attempts - 1 }
        : { state: 'failed' as const, ...reasonOf(error), ...ended }
    if (change.state === 'failed' && !(error instanceof AppError) && error !== STOPPED && error !== TOO_LONG) {
      log.error({ err: error, job: job.id }, 'a job failed')
    }
    await db
      .updateTable('job')
      .set(change)
      .where('id', '=', job.id)
      .where('state', '=', 'running')
      .execute()
      // Its lease runs out, and it is taken again.
      .catch((failure) => log.warn({ err: failure, job: job.id }, 'the end of a job could not be written'))
    await publishJob(this.#context, job.id).catch(() => {})
  }

  /** Renews queued jobs with a passphrase, too: no other process can do them. */
  async #renew(running: number[]): Promise<number[]> {
    const ids = new Set([...running, ...this.#attended.keys(), ...this.#secrets.keys()])
    const lost = await lease.renew(this.#context.db, [...ids])
    for (const id of lost) this.cancel(id)
    return lost
  }
}

/** Publishes a job to its person, without names: sessions that do not open private evidence get it, too. */
export async function publishJob({ db, publishLive }: ApiContext, id: number): Promise<void> {
  const row = await db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return
  const { input: _i, attempts: _a, leased_until: _l, error_message: _e, ...update } = row
  publishLive(liveRooms.user(row.user_id), 'job', update)
}

/** Writes and publishes progress, at most twice a second. */
class Reporter implements Progress {
  readonly done = { done_bytes: 0, done_entries: 0 }
  totals: { total_bytes?: number | null; total_entries?: number | null } = {}
  #timer: NodeJS.Timeout
  #written = ''
  #writing: Promise<void> = Promise.resolve()

  constructor(context: ApiContext, { id }: LeasedJob) {
    this.#timer = setInterval(() => {
      this.#writing = this.#writing.then(() => this.#write(context, id)).catch(() => {})
    }, REPORT_MS)
  }

  total(total_bytes: number | null, total_entries: number | null): void {
    this.totals = { total_bytes, total_entries }
  }

  bytes(count: number): void {
    this.done.done_bytes += count
  }

  entry(): void {
    this.done.done_entries++
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
  }

  async #write(context: ApiContext, id: number): Promise<void> {
    const values = { ...this.done, ...this.totals }
    const text = JSON.stringify(values)
    if (text === this.#written) return
    this.#written = text
    await context.db.updateTable('job').set(values).where('id', '=', id).where('state', '=', 'running').execute()
    await publishJob(context, id)
  }
}

function reasonOf(error: unknown): { error_code: string; error_message: string } {
  if (error === STOPPED) return { error_code: 'not_possible', error_message: interrupted().message }
  if (error === TOO_LONG) return { error_code: 'not_possible', error_message: 'This took too long, and was stopped.' }
  if (error instanceof AppError) return { error_code: error.code, error_message: error.message }
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') {
    return { error_code: 'unavailable', error_message: 'There is no room left on the server.' }
  }
  return { error_code: 'internal', error_message: new AppError('internal').message }
}

const interrupted = () => new AppError('not_possible', 'This was interrupted, please start again.')

const CANCELLED = new Error('The job was cancelled.')
const TOO_LONG = new Error('The job took too long.')

/** What follows trackers does these; they only tell of it. */
const ELSEWHERE: JobKind = 'movement'
/** Jobs at a time in a process. */
const CONCURRENT = 2
/** A job whose process was killed again and again is given up. */
const ATTEMPTS = 3
const POLL_MS = 2_000
const REPORT_MS = 500
