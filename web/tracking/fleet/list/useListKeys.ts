import { useEffect, useRef, useState } from 'react'
import { choose, useChosen } from '../../map/chosen.ts'
import type { Row } from './rows.ts'

/** The arrows move through the rows that were found, Enter chooses; also where nothing else has the focus. */
export function useListKeys(found: Row[]) {
  const chosen = useChosen((state) => state.id)
  const [cursor, setCursor] = useState<number | null>(null)
  const onKeyDown = (event: Key) => {
    const at = found.findIndex((row) => row.tracker.id === (cursor ?? chosen))
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setCursor(found[Math.max(0, Math.min(found.length - 1, at + step))]?.tracker.id ?? null)
    }
    if (event.key === 'Enter' && found.length > 0) {
      event.preventDefault()
      choose(found[Math.max(0, at)]!.tracker.id)
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

  return { chosen, cursor, setCursor, onKeyDown }
}

type Key = { key: string; preventDefault: () => void }
