import { useEffect, useState } from 'react'
import { positions } from './positions.ts'

const atMost = 1000
const atLeast = 5000

/**
 * The current time, throttled: updated at most once a second when positions arrive (of one tracker, if `id` is given),
 * and at least every five seconds. Components that read positions render at this rate.
 */
export function useLiveClock(id?: number | null): number {
  const [now, setNow] = useState(Date.now)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = 0
    const update = () => {
      timer = undefined
      last = performance.now()
      setNow(Date.now())
    }
    const unsubscribe = positions.subscribe((changed) => {
      if (id !== undefined && (id === null || !changed.has(id))) return
      timer ??= setTimeout(update, last + atMost - performance.now())
    })
    const idle = setInterval(update, atLeast)
    update()
    return () => {
      unsubscribe()
      clearTimeout(timer)
      clearInterval(idle)
    }
  }, [id])

  return now
}
