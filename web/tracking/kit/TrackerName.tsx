import { useTrackerNames } from './useTrackerNames.ts'

/** A tracker's name by its id. */
export function TrackerName({ id }: { id: number }) {
  return useTrackerNames([id])(id)
}
