import { type Latest, positions } from './positions.ts'
import { useBeat } from './useBeat.ts'

export function useLatest(id: number | null): Latest | undefined {
  useBeat(id)
  return id === null ? undefined : positions.latest.get(id)
}
