import { queryOptions } from '@tanstack/react-query'
import { client, guarded } from '../api.ts'
import { queries } from '../queries.ts'
import { queryKeys } from '../queryKeys.ts'
import type { Job } from '../types.ts'
import { openTray, wantTray } from './tray.ts'

/** The latest jobs of the person, newest first, in all their organisations. The live connection updates them. */
export const jobsOf = (user_id: number) =>
  queryOptions({
    queryKey: queryKeys.jobs(user_id),
    queryFn: async () => {
      const { data } = await guarded(client.list('job', { user_id, limit: 50 }))
      return ended.filter((job) => job.user_id === user_id).reduce(withJob, data)
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Updates are lost while there is no live connection.
    refetchInterval: ({ state }) => state.data?.some((job) => !hasEnded(job)) && POLL_MS,
  })

const POLL_MS = 5000
/** Jobs that have ended here: a list that was on its way at that moment does not know it. */
let ended: JobUpdate[] = []
const MOST_ENDED = 50

/** Takes the progress or the end of a job, as the live connection or an answer says it. */
export function applyJob(job: JobUpdate): void {
  wantTray()
  if (hasEnded(job)) ended = [...ended.filter(({ id }) => id !== job.id), job].slice(-MOST_ENDED)
  queries.setQueryData(jobsOf(job.user_id).queryKey, (before) => before && withJob(before, job))
  if (hasEnded(job)) queries.invalidateQueries({ queryKey: queryKeys.rows('file') })
  // The live connection does not say why.
  if (job.state === 'failed' && job.error_message === undefined) {
    queries.invalidateQueries({ queryKey: queryKeys.jobs(job.user_id) })
  }
}

/** Asks for a job: the tray shows it. Rejects with what the server answered. */
export async function startJob(path: string, body: object): Promise<Job> {
  const { data } = await guarded(client.call<{ data: Job }>('POST', path, body))
  applyJob(data)
  openTray()
  return data
}

export async function cancelJob(id: number): Promise<void> {
  applyJob((await guarded(client.call<{ data: Job }>('DELETE', 'job', { id }))).data)
}

export const hasEnded = ({ state }: Pick<Job, 'state'>) => !['queued', 'running'].includes(state)

/** An answer may come after a live event that is newer: a job that has ended stays so. */
export function withJob(before: Job[], job: JobUpdate): Job[] {
  const known = before.find(({ id }) => id === job.id)
  if (!known) return [{ source: null, error_message: null, ...job }, ...before].sort((a, b) => b.id - a.id)
  const merged =
    hasEnded(known) && !hasEnded(job)
      ? { ...job, ...known, source: known.source ?? job.source ?? null }
      : { ...known, ...job }
  return before.map((each) => (each.id === job.id ? merged : each))
}

/** A job as the live connection says it. */
export type JobUpdate = Omit<Job, OwnField> & Partial<Pick<Job, OwnField>>
type OwnField = 'source' | 'error_message'
