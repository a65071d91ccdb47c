import type { Trx } from '#db/database.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import type { Job, JobKind } from '#db/tables/files/job.ts'
import type { ApiContext } from '../../context.ts'
import type { Progress } from '../../http/jobs.ts'
import type { Place } from '../roles/limit.ts'
import type { Viewer } from '../viewer.ts'

/** How a kind of job is done. Domains declare theirs, `api/files/jobs/` does them. */
export type JobHandler = {
  kind: JobKind
  /** Where its work belongs, for members with a role of their organisation. */
  place: Place
  /** Whether it needs the passphrase of its request, and so cannot be done by another process. */
  needs_secret: boolean
  /** The longest it may take; without it as long as it makes progress. */
  limit_s?: number
  /**
   * Does the work.
   *
   * @throws {AppError} which ends the job, with a sentence for people; then nothing is left
   */
  run(work: Work): Promise<Result>
}

export type Work = {
  context: ApiContext
  job: Pick<RowOf<typeof Job>, 'id' | 'organisation_id' | 'user_id' | 'input'>
  /** The person, with the rights of now. */
  viewer: Viewer
  /** Called before each part: refuses to go on for a person who has lost rights since. */
  check(): Promise<void>
  secret: string | null
  /** Aborted when the job is cancelled, or the process stops. */
  signal: AbortSignal
  progress: Progress
}

export type Result = {
  /** Writes the result, in the transaction that ends the job. @returns the file or folder to show */
  save(trx: Trx): Promise<number | null>
  /** Gives back what `run` has taken, saved or not. */
  release(): Promise<void>
  /** Removes what `run` has written, if it is not saved. */
  discard(): Promise<void>
}

/** Of work whose result is in other rows. */
export const nothingSaved: Result = { save: async () => null, release: async () => {}, discard: async () => {} }
