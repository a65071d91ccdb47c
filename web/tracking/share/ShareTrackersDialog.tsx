import { useTranslation } from 'react-i18next'
import { nameOf } from '../kit/state.ts'
import type { Tracker } from '../types.ts'
import { ShareSomeDialog } from './ShareSomeDialog.tsx'

/** Makes a link to one tracker or several. */
export function ShareTrackersDialog({ trackers, close }: { trackers: Tracker[]; close: () => void }) {
  const { t } = useTranslation()
  const { id: tracker_id, organisation_id } = trackers[0]!
  const one = trackers.length === 1
  return (
    <ShareSomeDialog
      title={
        one
          ? t('tracking:share.title', { tracker: nameOf(trackers[0]!) })
          : t('tracking:share.titleSome', { count: trackers.length })
      }
      subject={one ? { organisation_id, tracker_id } : { organisation_id, tracker_ids: trackers.map(({ id }) => id) }}
      close={close}
    />
  )
}
