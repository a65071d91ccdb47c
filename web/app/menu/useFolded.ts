import { create } from 'zustand'
import { type MenuHeading, menuHeadings } from '../../kit/door.ts'

const key = 'ringfence.folded'

/** Headings of the menu whose lines are hidden, kept in this browser. */
export const useFolded = create<MenuHeading[]>(() => {
  const kept = localStorage.getItem(key)?.split(',') ?? []
  return menuHeadings.filter((heading) => kept.includes(heading))
})

export function toggleHeading(heading: MenuHeading) {
  const before = useFolded.getState()
  const folded = before.includes(heading) ? before.filter((each) => each !== heading) : [...before, heading]
  useFolded.setState(folded, true)
  localStorage.setItem(key, folded.join(','))
}
