import type { RowOf } from '#db/tables/define_table.ts'
import type { Job } from '#db/tables/files/job.ts'

/** Background jobs, as routes know them; `api/files/jobs/worker.ts` does them. */
export type Jobs = {
  /** Call after a job was queued. @param secret its passphrase, kept in memory until its end */
  notify(job?: { id: number; secret: string }): void
  /** Stops a job in this process; others notice when they renew its lease. */
  cancel(id: number): void
  /**
   * Does a job inside the request that streams its result: it has a lease, progress, cancellation and an end like
   * others. A job whose process was killed fails once its lease has run out.
   */
  attend(job: LeasedJob): Attended
}

export type LeasedJob = Pick<RowOf<typeof Job>, 'id' | 'organisation_id' | 'user_id' | 'kind' | 'input' | 'attempts'>

export type Attended = {
  /** Aborted when the job is cancelled, or the process stops. */
  signal: AbortSignal
  progress: Progress
  succeed(): Promise<void>
  fail(error: unknown): Promise<void>
  /** Ends the job as cancelled: the client has disconnected. */
  abandon(): Promise<void>
}

export type Progress = {
  total(bytes: number | null, entries: number | null): void
  /** Adds what has been done. */
  bytes(count: number): void
  entry(): void
}
