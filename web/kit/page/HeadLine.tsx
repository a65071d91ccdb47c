import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** Where the line of a page's heading takes what belongs to its list, in this order. */
export const headPlaces = ['search', 'filters', 'period', 'menu'] as const

/** The line of the page's heading; null before it is mounted, undefined where a list is only a part of a page. */
export const HeadLine = createContext<HTMLElement | null | undefined>(undefined)

/** Draws its children in the line of the page's heading, so that a list begins directly below it. */
export function InHead({ place, children }: { place: (typeof headPlaces)[number]; children: ReactNode }) {
  const head = useContext(HeadLine)
  if (head === undefined) return children
  const element = head?.querySelector(`[data-place="${place}"]`)
  return element ? createPortal(children, element) : null
}
