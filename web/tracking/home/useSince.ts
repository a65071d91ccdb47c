import { useEffect, useState } from 'react'
import { usePreferences } from '../../core/usePreferences.ts'
import { readVisits, type Since, seeing, sinceOf, writeVisits } from './since.ts'

/** How often a visible page is noted, in milliseconds. */
const every = 60_000

/** Since when home tells what happened; the visits of a person are kept in this browser. */
export function useSince(user_id: number, organisation_id: number): Since {
  const { timezone } = usePreferences()
  const key = `ringfence.home.${user_id}.${organisation_id}`
  const [last] = useState(() => {
    const visits = seeing(readVisits(localStorage.getItem(key)), Date.now())
    return visits.last
  })
  const [now] = useState(Date.now)
  useEffect(() => {
    const note = () => {
      if (document.visibilityState !== 'visible') return
      localStorage.setItem(key, writeVisits(seeing(readVisits(localStorage.getItem(key)), Date.now())))
    }
    note()
    const timer = setInterval(note, every)
    document.addEventListener('visibilitychange', note)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', note)
    }
  }, [key])
  return sinceOf(last, timezone, now)
}
