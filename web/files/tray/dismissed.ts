import { create } from 'zustand'
import { hasEnded } from '../../core/jobs/jobs.ts'
import type { Job } from '../../core/types.ts'

const key = 'ringfence.jobs.dismissed'
const most = 200
const DAY = 86_400_000

/** Ended jobs that the person has cleared off the tray, in this browser. */
export const useDismissed = create<{ ids: number[] }>(() => ({
  ids: (localStorage.getItem(key) ?? '').split(',').filter(Boolean).map(Number),
}))

export function dismissJobs(ids: number[]): void {
  const all = [...new Set([...useDismissed.getState().ids, ...ids])].slice(-most)
  localStorage.setItem(key, all.join(','))
  useDismissed.setState({ ids: all })
}

/** Whether a job runs, or has ended within a day. */
export const isRecent = (job: Pick<Job, 'state' | 'ended_at'>, now: number) =>
  !hasEnded(job) || (job.ended_at !== null && now - Date.parse(job.ended_at) < DAY)
