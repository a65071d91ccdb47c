import { type Latest, positions } from './positions.ts'
import { useLiveClock } from './useLiveClock.ts'

export function useLatest(id: number | null): Latest | undefined {
  useLiveClock(id)
  return id === null ? undefined : positions.latest.get(id)
}
