import { useEffect, useState } from 'react'
import { selectTracker, setFollow, useSelection } from '../kit/selection.ts'

/** Keyboard shortcuts of the map page, inactive in inputs and dialogs. `/` and the arrow keys belong to the list. */
export function useShortcuts(): { listed: boolean; close: () => void } {
  const [listed, setListed] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if ((event.target as Element).closest('input, textarea, select, [role="dialog"]')) return
      const { id, follow } = useSelection.getState()
      if (event.key === '?') setListed(true)
      if (event.key === 'Escape') selectTracker(null)
      if (event.key === 'f' && id !== null) setFollow(!follow)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return { listed, close: () => setListed(false) }
}
