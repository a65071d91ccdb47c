import { paths } from '../../core/paths.ts'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import type { NewToken } from './newToken.ts'

/** @param onCreated receives the new tracker with its token, which the server shows only once */
export function useTrackerActions(onCreated?: (tracker: NewToken['tracker']) => void) {
  return useRecordActions('tracker', {
    page: paths.trackerEdit,
    list: paths.trackers,
    leaving: (created) => created && onCreated?.({ ...created, device_token: String(created.device_token) }),
  })
}
