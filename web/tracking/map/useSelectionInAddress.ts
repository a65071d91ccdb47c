import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { focusTracker, selectTracker, useSelection } from './selection.ts'

/** Keeps the selected tracker and `?tracker=<id>` in sync. */
export function useSelectionInAddress() {
  const [query, setQuery] = useSearchParams()
  const wanted = Number(query.get('tracker')) || null
  const selected = useSelection((state) => state.id)

  useEffect(() => () => selectTracker(null), [])

  useEffect(() => {
    if (wanted !== useSelection.getState().id) focusTracker(wanted)
  }, [wanted])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection changes the address
  useEffect(() => {
    const current = useSelection.getState().id
    if (wanted !== current) setQuery(current ? { tracker: String(current) } : {}, { replace: true })
  }, [selected])
}
