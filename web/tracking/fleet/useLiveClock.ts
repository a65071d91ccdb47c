import { useEffect, useState } from 'react'
import { positions } from './positions.ts'

const atMost = 1000
const atLeast = 5000

/**
 * The time, renewed when positions have come (those of one tracker, if one is named), once a second at most, and every
 * five seconds anyway. This is as often as React hears of positions.
 */
export function useLiveClock(id?: number | null): number {
  const [now, setNow] = useState(Date.now)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = 0
    const beat = () => {
      timer = undefined
      last = performance.now()
      setNow(Date.now())
    }
    const unsubscribe = positions.subscribe((changed) => {
      if (id !== undefined && (id === null || !changed.has(id))) return
      timer ??= setTimeout(beat, last + atMost - performance.now())
    })
    const idle = setInterval(beat, atLeast)
    beat()
    return () => {
      unsubscribe()
      clearTimeout(timer)
      clearInterval(idle)
    }
  }, [id])

  return now
}
