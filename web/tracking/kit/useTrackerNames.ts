import { useQueries } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tracker } from '../types.ts'
import { trackerOf } from './queries.ts'
import { nameOf } from './state.ts'

/** Names of trackers by id; a tracker that does not exist or is not visible is shown by id. */
export function useTrackerNames(ids: readonly number[]): (id: number) => string {
  const { t } = useTranslation()
  const trackers = useQueries({ queries: [...new Set(ids)].map(trackerOf), combine })
  return useCallback(
    (id) => {
      const tracker = trackers.get(id)
      return tracker ? nameOf(tracker) : t('tracking:alerts.tracker', { id })
    },
    [trackers, t],
  )
}

function combine(results: { data: Tracker | undefined }[]): Map<number, Tracker> {
  return new Map(results.flatMap(({ data }) => (data ? [[data.id, data]] : [])))
}
