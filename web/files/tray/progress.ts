import { hasEnded } from '../../core/jobs/jobs.ts'
import type { Job } from '../../core/types.ts'
import { progressOf, type UploadItem } from '../upload/uploads.ts'

/** How far a job is, 0 to 1; null where it is not known how much there is. */
export function shareOfJob({ done_bytes, total_bytes, done_entries, total_entries }: Progressing): number | null {
  if (total_bytes) return Math.min(1, done_bytes / total_bytes)
  return total_entries ? Math.min(1, done_entries / total_entries) : null
}

/** How far all is that runs, 0 to 1. */
export function shareOf(uploads: UploadItem[], jobs: Job[]): number {
  const { sent, total } = progressOf(uploads)
  const shares = jobs.filter((job) => !hasEnded(job)).map((job) => shareOfJob(job) ?? 0)
  if (total > 0) shares.push(sent / total)
  return shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length
}

type Progressing = Pick<Job, 'done_bytes' | 'total_bytes' | 'done_entries' | 'total_entries'>
