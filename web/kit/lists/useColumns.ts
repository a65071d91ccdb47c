import { useState } from 'react'

/**
 * Which columns are shown: remembered for each list, in this browser. Until some are selected, those that are empty in
 * all rows of the page are not.
 */
export function useColumns<Name extends string>(list: string, all: Each<Name>[], empty: Name[]): Columns<Name> {
  const key = `ringfence.columns.${list}`
  const [kept, setKept] = useState(() => localStorage.getItem(key)?.split(',') ?? null)
  const names = all.map(({ name }) => name)
  const usual = all.filter(({ name, hidden }) => !hidden && !empty.includes(name)).map(({ name }) => name)
  const shown = kept ? names.filter((name) => kept.includes(name)) : usual
  const toggle = (name: Name) => {
    const next = names.filter((each) => shown.includes(each) !== (each === name))
    if (next.length === 0) return
    localStorage.setItem(key, next.join(','))
    setKept(next)
  }
  return { shown, toggle }
}

type Each<Name> = { name: Name; hidden?: true }
export type Columns<Name> = { shown: Name[]; toggle: (name: Name) => void }
