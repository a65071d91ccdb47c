import { useEffect } from 'react'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'

export const refreshMs = 30_000

/** Fetches the pages of a list again while it is visible: lists have no live connection of their own. */
export function useRefresh(resource: string): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) queries.invalidateQueries({ queryKey: queryKeys.pages(resource) })
    }, refreshMs)
    return () => clearInterval(timer)
  }, [resource])
}
