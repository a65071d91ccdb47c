import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { queries } from '../../core/queries.ts'
import type { Reference } from '../../kit/reference/reference.ts'
import { api } from '../api.ts'
import type { Tracker } from '../types.ts'
import { trackerOf } from './queries.ts'
import { nameOf } from './state.ts'

/** The trackers of an organisation, for pickers; the server searches by name and number. */
export function useTrackerReference(organisation_id: number): Reference {
  const { t } = useTranslation()
  return useMemo(
    () => ({
      resource: 'tracker',
      scope: organisation_id,
      async find(search, limit) {
        const { data, info } = await api.findTrackers({ organisation_id, limit, ...(search && { search }) })
        for (const tracker of data) queries.setQueryData(trackerOf(tracker.id).queryKey, tracker)
        return { options: data.map(toOption), more: info.next !== undefined }
      },
      read: async (id) => toOption(await queries.fetchQuery(trackerOf(id))),
      texts: {
        noRows: t('tracking:picker.noTrackers'),
        noMatch: t('tracking:picker.noMatch'),
        failed: t('tracking:picker.failed'),
        missing: (id) => t('tracking:alerts.tracker', { id }),
      },
    }),
    [organisation_id, t],
  )
}

/** Names may be ambiguous, so the number is shown too. */
function toOption(tracker: Tracker) {
  return { id: tracker.id, label: nameOf(tracker), ...(tracker.name && { detail: tracker.number }) }
}
