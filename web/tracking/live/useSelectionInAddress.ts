import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { focusTracker, selectTracker, useSelection } from '../kit/selection.ts'

/** Keeps the selected tracker and `?tracker=<id>` in sync. */
export function useSelectionInAddress() {
  const [query, setQuery] = useSearchParams()
  const addressed = Number(query.get('tracker')) || null
  const selected = useSelection((state) => state.id)

  useEffect(() => () => selectTracker(null), [])

  useEffect(() => {
    if (addressed !== useSelection.getState().id) focusTracker(addressed)
  }, [addressed])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection changes the address
  useEffect(() => {
    const current = useSelection.getState().id
    if (addressed !== current) setQuery(current ? { tracker: String(current) } : {}, { replace: true })
  }, [selected])
}
