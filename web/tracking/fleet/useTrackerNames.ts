import { useQueries } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tracker } from '../../core/types.ts'
import { trackerOf } from './queries.ts'
import { nameOf } from './state.ts'

/** What trackers are called, by their ids. One that is not there, or not this person's to see, is called by its id. */
export function useTrackerNames(ids: readonly number[]): (id: number) => string {
  const { t } = useTranslation()
  const found = useQueries({ queries: [...new Set(ids)].map(trackerOf), combine })
  return useCallback(
    (id) => {
      const tracker = found.get(id)
      return tracker ? nameOf(tracker) : t('tracking:alerts.tracker', { id })
    },
    [found, t],
  )
}

function combine(results: { data: Tracker | undefined }[]): Map<number, Tracker> {
  return new Map(results.flatMap(({ data }) => (data ? [[data.id, data]] : [])))
}
