import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { focusTracker, selectTracker, useSelection } from '../kit/selection.ts'

/**
 * Keeps the selected tracker and `?tracker=<id>` in sync. Both directions compare with the address itself: what the
 * router has rendered may be older on a busy device, and a tracker that was closed at once would open again.
 */
export function useSelectionInAddress() {
  const [query, setQuery] = useSearchParams()
  const rendered = trackerIn(query)
  const selected = useSelection((state) => state.id)

  useEffect(() => () => selectTracker(null), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is what selects
  useEffect(() => {
    const addressed = trackerInAddress()
    if (addressed !== useSelection.getState().id) focusTracker(addressed)
  }, [rendered])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection changes the address
  useEffect(() => {
    const current = useSelection.getState().id
    if (trackerInAddress() !== current) setQuery(current ? { tracker: String(current) } : {}, { replace: true })
  }, [selected])
}

const trackerIn = (query: URLSearchParams) => Number(query.get('tracker')) || null
const trackerInAddress = () => trackerIn(new URLSearchParams(window.location.search))
