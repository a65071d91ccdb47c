import { create } from 'zustand'
import { paths } from './paths.ts'

/** Current and previous page. */
export const useVisited = create<Visited>(() => ({ previous: null, current: null }))

/** Sign-in pages are not recorded either. */
export function visit(path: string) {
  if (/^\/(app\/sign(in|out))?(\?|$)/.test(path)) return
  // Error pages, to which users are redirected, are not pages to go back to.
  const deadEnds = ['/404', paths.forbidden()]
  const { current, previous } = useVisited.getState()
  if (path === current) return
  useVisited.setState({ previous: deadEnds.includes(path) ? previous : current, current: path })
}

type Visited = { previous: string | null; current: string | null }
