import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import type { NewToken } from './newToken.ts'

/** @param onCreated receives the new tracker with its token, which the server shows only once */
export function useTrackerActions(onCreated?: (tracker: NewToken['tracker']) => void) {
  const { t } = useTranslation()
  return useRecordActions('tracker', {
    page: paths.trackerEdit,
    list: paths.trackers,
    texts: {
      created: t('tracking:trackers.created'),
      saved: t('tracking:trackers.saved'),
      removed: t('tracking:trackers.removed'),
    },
    leaving: (created) => created && onCreated?.({ ...created, device_token: String(created.device_token) }),
  })
}
