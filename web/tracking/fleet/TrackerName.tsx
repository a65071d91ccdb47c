import { useTrackerNames } from './useTrackerNames.ts'

/** What a tracker is called, where only its id is at hand. */
export function TrackerName({ id }: { id: number }) {
  return useTrackerNames([id])(id)
}
