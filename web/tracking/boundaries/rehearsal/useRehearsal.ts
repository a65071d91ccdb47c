import { useEffect, useRef, useState } from 'react'
import type { DataOf } from '#api/client.ts'
import { client, guarded, sentenceOf } from '../../../core/api.ts'

type Part = DataOf<'POST boundary/rehearse'>
export type RehearsedAlert = Part['alerts'][number]
export type Rehearsed = Pick<Part, 'alerts' | 'trackers' | 'of' | 'reports'> & { shortened: number; done: boolean }

/**
 * Rehearses a boundary in parts. A result is dropped as soon as the boundary is changed.
 *
 * @param body of `boundary/rehearse`; null without a shape
 */
export function useRehearsal(body: object | null) {
  const key = JSON.stringify(body)
  const [found, setFound] = useState<{ key: string; rehearsed: Rehearsed | null; error: string | null }>()
  const running = useRef<string | null>(null)
  useEffect(() => {
    // Another boundary, or another page: the parts that are left are not asked for.
    if (running.current !== key) running.current = null
    return () => {
      running.current = null
    }
  }, [key])

  const run = async () => {
    if (!body) return
    running.current = key
    let rehearsed: Rehearsed = { alerts: [], trackers: 0, of: 0, reports: 0, shortened: 0, done: false }
    setFound({ key, rehearsed, error: null })
    try {
      for (let after: number | null = 0; after !== null; ) {
        const { data: part }: { data: Part } = await guarded(client.act('POST boundary/rehearse', { ...body, after }))
        if (running.current !== key) return
        after = part.next
        rehearsed = {
          alerts: [...rehearsed.alerts, ...part.alerts],
          trackers: rehearsed.trackers + part.trackers,
          of: part.of,
          reports: rehearsed.reports + part.reports,
          shortened: rehearsed.shortened + part.shortened.length,
          done: after === null,
        }
        setFound({ key, rehearsed, error: null })
      }
    } catch (error) {
      if (running.current === key) setFound({ key, rehearsed: null, error: sentenceOf(error) ?? '' })
    }
  }
  const stop = () => {
    running.current = null
    setFound(undefined)
  }
  return { ...(found?.key === key ? found : none), run, stop }
}

const none = { rehearsed: null, error: null }
