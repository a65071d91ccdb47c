import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/** The query of the address. Changes in quick succession add up, before the router has rendered the first. */
export function useAddress(): [URLSearchParams, (change: Change) => void] {
  const [params, setParams] = useSearchParams()
  const latest = useRef(params)
  const under_way = useRef(new Set<string>())

  useEffect(() => {
    const arrived = params.toString()
    if (arrived === latest.current.toString()) return under_way.current.clear()
    // The address was changed elsewhere (list, back button): adopts that address.
    if (!under_way.current.has(arrived)) latest.current = params
  }, [params])

  const change = (make: Change) => {
    latest.current = make(latest.current)
    under_way.current.add(latest.current.toString())
    setParams(latest.current, { replace: true })
  }
  return [params, change]
}

type Change = (before: URLSearchParams) => URLSearchParams
