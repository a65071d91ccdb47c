import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'

const key = 'ringfence.rows'
const desk = '(min-width: 1200px)'

/** How high rows are: the person's choice, remembered in this browser. Compact by default where there is a desk. */
export function useRowHeight(): RowHeight {
  const [kept, setKept] = useState(() => localStorage.getItem(key))
  const wide = useMediaQuery(desk, true, { getInitialValueInEffect: false })
  const compact = kept ? kept === 'compact' : wide
  const toggle = () => {
    const next = compact ? 'comfortable' : 'compact'
    localStorage.setItem(key, next)
    setKept(next)
  }
  return { compact, toggle }
}

export type RowHeight = { compact: boolean; toggle: () => void }
