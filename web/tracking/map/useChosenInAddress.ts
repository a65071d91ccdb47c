import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { choose, pick, useChosen } from './chosen.ts'

/** `?tracker=<id>` chooses a tracker, and the chosen one stands in the address. */
export function useChosenInAddress() {
  const [query, setQuery] = useSearchParams()
  const wanted = Number(query.get('tracker')) || null
  const chosen = useChosen((state) => state.id)

  useEffect(() => () => pick(null), [])

  useEffect(() => {
    if (wanted !== useChosen.getState().id) choose(wanted)
  }, [wanted])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new choice changes the address
  useEffect(() => {
    const current = useChosen.getState().id
    if (wanted !== current) setQuery(current ? { tracker: String(current) } : {}, { replace: true })
  }, [chosen])
}
