import { useEffect } from 'react'
import { useSearchParams } from 'react-router'

/** The newest query that the router was given and has not rendered, with its page. */
let given: { pathname: string; search: string } | null = null

/** The query of the address. Changes in quick succession add up, although the router writes and renders each later. */
export function useAddress(): [URLSearchParams, (change: Change) => void] {
  const [params, setParams] = useSearchParams()
  useEffect(() => {
    if (given?.search === params.toString()) given = null
  }, [params])
  const change = (update: Change) => {
    const { pathname, search } = location
    const next = update(new URLSearchParams(given?.pathname === pathname ? given.search : search))
    given = { pathname, search: next.toString() }
    setParams(next, { replace: true })
  }
  return [params, change]
}

addEventListener('popstate', () => {
  given = null
})

type Change = (before: URLSearchParams) => URLSearchParams
