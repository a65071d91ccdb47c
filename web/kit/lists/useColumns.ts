import { useState } from 'react'

/** Which columns are shown: remembered for each list, in this browser. */
export function useColumns<Name extends string>(list: string, all: { name: Name; hidden?: true }[]): Columns<Name> {
  const key = `ringfence.columns.${list}`
  const [shown, setShown] = useState<Name[]>(() => {
    const kept = localStorage.getItem(key)?.split(',') ?? null
    return all.filter(({ name, hidden }) => (kept ? kept.includes(name) : !hidden)).map(({ name }) => name)
  })
  const toggle = (name: Name) => {
    const next = all.map((column) => column.name).filter((each) => shown.includes(each) !== (each === name))
    if (next.length === 0) return
    localStorage.setItem(key, next.join(','))
    setShown(next)
  }
  return { shown, toggle }
}

export type Columns<Name> = { shown: Name[]; toggle: (name: Name) => void }
