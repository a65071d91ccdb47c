import { useEffect, useRef, useState } from 'react'
import type { Row } from '../../kit/rows.ts'
import { focusTracker, useSelection } from '../../kit/selection.ts'

/** Arrow keys move through the rows, Enter selects; also while nothing has the focus. */
export function useListKeys(rows: Row[]) {
  const selected = useSelection((state) => state.id)
  const [cursor, setCursor] = useState<number | null>(null)
  const onKeyDown = (event: Key) => {
    const at = rows.findIndex((row) => row.tracker.id === (cursor ?? selected))
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setCursor(rows[Math.max(0, Math.min(rows.length - 1, at + step))]?.tracker.id ?? null)
    }
    if (event.key === 'Enter' && rows.length > 0) {
      event.preventDefault()
      focusTracker(rows[Math.max(0, at)]!.tracker.id)
    }
  }

  const current = useRef(onKeyDown)
  current.current = onKeyDown
  const moved = cursor !== null
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.target !== document.body || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key !== 'Enter' || moved) current.current(event)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [moved])

  return { selected, cursor, setCursor, onKeyDown }
}

type Key = { key: string; preventDefault: () => void }
