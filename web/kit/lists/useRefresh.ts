import { useEffect, useRef } from 'react'
import type { Row } from '#api/client.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import type { LabelledResource } from '../forms/labels.ts'

export const refreshMs = 30_000
/** While a row is about to change. */
const hurriedMs = 2000

/**
 * Fetches the pages of a list again while it is visible: lists have no live connection of their own.
 *
 * @param expects whether a row that is shown is likely to change within seconds, at a time in milliseconds
 */
export function useRefresh<N extends LabelledResource>(resource: N, expects?: Expects<N>): void {
  const expecting = useRef(expects)
  expecting.current = expects
  useEffect(() => {
    const queryKey = queryKeys.pages(resource)
    let last = Date.now()
    const look = () => {
      const now = Date.now()
      const is_due = now - last >= refreshMs
      if (document.hidden || !(is_due || (expecting.current && isShown(resource, expecting.current, now)))) return
      last = now
      queries.invalidateQueries({ queryKey })
    }
    const timer = setInterval(look, hurriedMs)
    return () => clearInterval(timer)
  }, [resource])
}

function isShown<N extends LabelledResource>(resource: N, expects: Expects<N>, now: number): boolean {
  const pages = queries.getQueriesData<{ data: Row<N>[] }>({ queryKey: queryKeys.pages(resource), type: 'active' })
  return pages.some(([, page]) => page?.data.some((row) => expects(row, now)))
}

type Expects<N extends LabelledResource> = (row: Row<N>, now: number) => boolean
