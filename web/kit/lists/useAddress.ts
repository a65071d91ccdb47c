import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/** The query of the address. Changes in quick succession add up, before the router has rendered the first. */
export function useAddress(): [URLSearchParams, (change: Change) => void] {
  const [params, setParams] = useSearchParams()
  const latest = useRef(params)
  const pending = useRef(new Set<string>())

  useEffect(() => {
    const current = params.toString()
    if (current === latest.current.toString()) return pending.current.clear()
    // The address was changed elsewhere (list, back button): adopts that address.
    if (!pending.current.has(current)) latest.current = params
  }, [params])

  const change = (update: Change) => {
    latest.current = update(latest.current)
    pending.current.add(latest.current.toString())
    setParams(latest.current, { replace: true })
  }
  return [params, change]
}

type Change = (before: URLSearchParams) => URLSearchParams
