import { useState } from 'react'
import type { StoredFile } from '../types.ts'

/** The selected rows of a list. A shift-click selects all rows from the one clicked before. */
export function useSelection(rows: StoredFile[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [anchor, setAnchor] = useState<number | null>(null)
  const files = rows.filter(({ id }) => ids.has(id))

  return {
    files,
    has: (id) => ids.has(id),
    toggle(id, range = false) {
      const order = rows.map((row) => row.id)
      const [from, to] = [anchor === null ? -1 : order.indexOf(anchor), order.indexOf(id)]
      const after = new Set(ids)
      if (range && from >= 0)
        for (const each of order.slice(Math.min(from, to), Math.max(from, to) + 1)) after.add(each)
      else if (after.has(id)) after.delete(id)
      else after.add(id)
      setIds(after)
      setAnchor(id)
    },
    all: () => setIds(new Set(files.length === rows.length ? [] : rows.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}

export type Selection = {
  files: StoredFile[]
  has: (id: number) => boolean
  toggle: (id: number, range?: boolean) => void
  /** Selects all rows; none, where all are selected. */
  all: () => void
  clear: () => void
}
