import { useState } from 'react'
import type { Doing, State } from '../../kit/state.ts'

/** What the list of trackers is narrowed to. */
export function useListFilters() {
  const [search, setSearch] = useState('')
  const [state, setState] = useState<State | null>(null)
  const [doing, setDoing] = useState<Doing | null>(null)
  const showAll = () => {
    setSearch('')
    setState(null)
    setDoing(null)
  }
  return { search, setSearch, state, setState, doing, setDoing, showAll }
}

export type ListFilters = ReturnType<typeof useListFilters>
