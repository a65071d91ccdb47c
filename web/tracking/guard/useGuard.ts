import { useQuery } from '@tanstack/react-query'
import { client, guarded } from '../../core/api.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { keys } from '../keys.ts'
import type { Guard } from '../types.ts'

/** The ignition and hours arm it without a press. */
const REFRESH = 30_000

/** The parking guard of a tracker: null of one that never had any, undefined while it is loaded. */
export function useGuard(tracker_id: number): Guard | null | undefined {
  const { data } = useQuery({
    queryKey: keys.guard(tracker_id),
    queryFn: async () => (await guarded(client.list('trackerguard', { tracker_id }))).data[0] ?? null,
    refetchInterval: REFRESH,
  })
  return data
}

export async function saveGuard(tracker_id: number, guard: Guard | null, changes: Changes): Promise<void> {
  await guarded(
    guard
      ? client.update('trackerguard', { id: guard.id, ...changes })
      : client.create('trackerguard', { tracker_id, ...changes }),
  )
  await Promise.all([refresh('trackerguard'), refresh('alert')])
}

type Changes = { armed?: boolean; on_ignition?: boolean; schedule?: Guard['schedule'] }
