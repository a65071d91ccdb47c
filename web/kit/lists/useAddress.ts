import { useSearchParams } from 'react-router'

/**
 * The query of the address. Changes in quick succession add up: the router writes the address at once, and renders
 * later.
 */
export function useAddress(): [URLSearchParams, (change: Change) => void] {
  const [params, setParams] = useSearchParams()
  const change = (update: Change) => setParams(update(new URLSearchParams(location.search)), { replace: true })
  return [params, change]
}

type Change = (before: URLSearchParams) => URLSearchParams
