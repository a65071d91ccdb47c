import { useEffect, useState } from 'react'
import { positions } from '../stores/positions.ts'

const atMost = 500
const atLeast = 5000

/**
 * The time, renewed when positions have come (those of one tracker, if one is named), twice a second at most, and every
 * five seconds anyway. This is as often as React hears of positions.
 */
export function useBeat(id?: number | null): number {
  const [now, setNow] = useState(Date.now)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const beat = () => {
      timer = undefined
      setNow(Date.now())
    }
    const unsubscribe = positions.subscribe((changed) => {
      if (id !== undefined && (id === null || !changed.has(id))) return
      timer ??= setTimeout(beat, atMost)
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
